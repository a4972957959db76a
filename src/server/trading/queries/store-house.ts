import type { PoolClient } from 'pg';
import { usdt, type Usdt } from '#domain/money.ts';
import { REALM_NO, type Realm } from '#domain/realm.ts';

/** What the ledger is told of open predictions and settled markets when money of the house is moved. */
export const houseFigures = {
  /** Worst case of the open predictions of a shard after its last batch, 10^-6; no other batch comes before the transaction ends. */
  openExposure: async (tx: PoolClient, shard: number): Promise<Usdt> => {
    const { rows } = await tx.query<{ last_batch: string }>(
      'SELECT last_batch FROM shard_lease WHERE shard = $1 FOR UPDATE',
      [shard],
    );
    const { rows: batches } = await tx.query<{ exposure: string }>(
      'SELECT exposure FROM batch WHERE shard = $1 AND no = $2',
      [shard, rows[0]?.last_batch ?? 0],
    );
    return usdt(BigInt(batches[0]?.exposure ?? 0));
  },

  /**
   * What accrued of a person's bonus as a maker at or after a moment (ms), 10^-6: the markets say when they were settled, and accruals are
   * booked with it.
   */
  bonusSince: async (
    tx: PoolClient,
    { userId, realm, since }: { readonly userId: string; readonly realm: Realm; readonly since: number },
  ): Promise<Usdt> => {
    const { rows } = await tx.query<{ later: string }>(
      `SELECT coalesce(sum(p.bonus), 0) AS later FROM position p JOIN market m ON m.id = p.market_id AND m.realm = p.realm
       WHERE p.user_id = $1 AND p.realm = $2 AND p.bonus > 0 AND m.result = 'WON' AND m.ended_at >= $3`,
      [userId, REALM_NO[realm], since],
    );
    return usdt(BigInt(rows[0]?.later ?? 0));
  },
};
