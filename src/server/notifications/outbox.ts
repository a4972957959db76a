import type { Pool, PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { usdt } from '#domain/money.ts';
import { moneyWords } from '#protocol/codecs.ts';
import { transaction } from '#server/db/index.ts';
import { insertNotification } from './store.ts';
import type { Fact } from './contract.ts';
import {
  endOfNext,
  holdProgress,
  listScheduled,
  listSettled,
  saveProgress,
  whoWantsNone,
  type ScheduledRow,
  type SettledRow,
} from './store-outbox.ts';

/** Batches read in one transaction. */
const AT_A_TIME = 500;

/**
 * Reads what the engine's outbox tells of since the last time: each settled prediction of the real realm is noted once, each scheduled entry
 * that was opened, or ended without that, is told of once by `tell`, in the transaction that remembers how far was read. What happens in demo
 * shows where it is made. Answers whether there may be more.
 */
export async function readOutbox(db: Pool, tell: (tx: PoolClient, fact: Fact) => Promise<void>): Promise<boolean> {
  return transaction(db, async (tx) => {
    let more = false;
    for (const { shard, batch } of await holdProgress(tx)) {
      const to = await endOfNext(tx, { shard, batch, limit: AT_A_TIME });
      if (to === null) continue;
      for (const row of await listScheduled(tx, { shard, from: batch, to })) await tell(tx, factOf(row));
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

/** `reason`: why it was not opened, as the entry has it. */
function factOf({ id, userId, pair, direction, stake, reason, endedAt }: ScheduledRow): Fact {
  const values = { entry: id, pair, direction, stake: decimal(stake) };
  const source = `scheduled ${id}`;
  if (reason === null) return { userId, kind: 'scheduled_opened', values, at: endedAt, source };
  return { userId, kind: 'scheduled_ended', values: { ...values, reason }, at: endedAt, source };
}

/** Names and exact decimals, for a sentence. `outcome`: win, lose, tie, sold or void. */
function valuesOf({ id, pair, outcome, stake, credit }: SettledRow): Record<string, string> {
  return { prediction: id, pair, outcome: outcome.toLowerCase(), stake: decimal(stake), credit: decimal(credit) };
}

function decimal(units: string): string {
  return moneyWords(usdt(BigInt(units)));
}
