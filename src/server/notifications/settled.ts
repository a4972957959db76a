import type { Pool, PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { toDecimal, usdt } from '#domain/money.ts';
import { trimMoney } from '#protocol/codecs.ts';
import { transaction } from '#server/db/index.ts';
import { insertNotification } from './store.ts';
import { endOfNext, holdProgress, listSettled, saveProgress, whoWantsNone, type SettledRow } from './store-settled.ts';

/** Batches read in one transaction. */
const AT_A_TIME = 500;

/**
 * Reads what the engine's outbox tells of since the last time, and notes each settled prediction of the real realm once.
 * Demo results show where they are made. Answers whether there may be more.
 */
export async function readSettled(db: Pool): Promise<boolean> {
  return transaction(db, async (tx) => {
    let more = false;
    for (const { shard, batch } of await holdProgress(tx)) {
      const to = await endOfNext(tx, { shard, batch, limit: AT_A_TIME });
      if (to === null) continue;
      await note(tx, await listSettled(tx, { shard, from: batch, to }));
      await saveProgress(tx, { shard, batch: to });
      more = true;
    }
    return more;
  });
}

async function note(tx: PoolClient, settled: readonly SettledRow[]): Promise<void> {
  if (settled.length === 0) return;
  const kind = 'prediction_settled';
  const userIds = [...new Set(settled.map(({ userId }) => userId))];
  const unwanted = await whoWantsNone(tx, { kind, userIds });
  for (const row of settled) {
    if (unwanted.has(row.userId)) continue;
    await insertNotification(tx, {
      id: uuidv7(),
      userId: row.userId,
      kind,
      at: row.settledAt,
      values: valuesOf(row),
      source: `prediction ${row.id}`,
    });
  }
}

/** Names and exact decimals, for a sentence. `outcome`: win, lose, tie, sold or void. */
function valuesOf({ id, pair, outcome, stake, credit }: SettledRow): Record<string, string> {
  const decimal = (units: string) => trimMoney(toDecimal(usdt(BigInt(units))));
  return { prediction: id, pair, outcome: outcome.toLowerCase(), stake: decimal(stake), credit: decimal(credit) };
}
