import type { Pool, PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { usdt } from '#domain/money.ts';
import { moneyWords } from '#protocol/codecs.ts';
import type { NotificationKind } from '#protocol/notification-kinds.ts';
import { transaction } from '#server/db/index.ts';
import { insertNotification } from './store.ts';
import type { Fact } from './contract.ts';
import {
  endOfNext,
  lockProgress,
  listScheduled,
  listSettled,
  saveProgress,
  whoWantsNone,
  type ScheduledRow,
  type SettledRow,
} from './store-outbox.ts';
import {
  listEndedOrders,
  listFilled,
  listRounds,
  type EndedOrdersRow,
  type FilledRow,
  type RoundRow,
} from './store-exchange.ts';

type Noted = Required<Omit<Fact, 'kind'>>;

const LOTS_A_SHARE = 100;
/** Batches read in one transaction. */
const AT_A_TIME = 500;

interface Telling {
  /** Notes a fact, and mails it to those who want that. */
  readonly tell: (tx: PoolClient, fact: Fact) => Promise<void>;
  /** Those among these people who look on now. */
  readonly watching: (userIds: readonly string[]) => Promise<readonly string[]>;
}

/**
 * Reads what the engine's outbox tells of since the last time, of the real realm alone: settled predictions and rounds, scheduled entries that
 * were opened or ended without that, resting orders that ended by themselves, or were filled while their owner was away. Each is told of once,
 * in the transaction that remembers how far was read. What happens in demo shows where it is made. Answers whether there may be more.
 */
export async function readOutbox(db: Pool, { tell, watching }: Telling): Promise<boolean> {
  return transaction(db, async (tx) => {
    let more = false;
    for (const { shard, batch } of await lockProgress(tx)) {
      const to = await endOfNext(tx, { shard, batch, limit: AT_A_TIME });
      if (to === null) continue;
      const span = { shard, from: batch, to };
      for (const row of await listScheduled(tx, span)) await tell(tx, factOf(row));
      for (const row of await listEndedOrders(tx, span)) await tell(tx, endOf(row));
      const filled = await listFilled(tx, span);
      const here = new Set(filled.length === 0 ? [] : await watching(filled.map(({ userId }) => userId)));
      for (const row of filled) if (!here.has(row.userId)) await tell(tx, fillOf(row));
      await note(tx, 'prediction_settled', (await listSettled(tx, span)).map(settledOf));
      await note(tx, 'round_settled', (await listRounds(tx, span)).map(roundOf));
      await saveProgress(tx, { shard, batch: to });
      more = true;
    }
    return more;
  });
}

/** Notes many at once that are never mailed one by one. */
async function note(tx: PoolClient, kind: NotificationKind, facts: readonly Noted[]): Promise<void> {
  if (facts.length === 0) return;
  const userIds = [...new Set(facts.map(({ userId }) => userId))];
  const unwanted = await whoWantsNone(tx, { kind, userIds });
  for (const fact of facts) {
    if (!unwanted.has(fact.userId)) await insertNotification(tx, { id: uuidv7(), kind, ...fact });
  }
}

/** `reason`: why it was not opened, as the entry has it. */
function factOf({ id, userId, pair, direction, stake, reason, endedAt }: ScheduledRow): Fact {
  const values = { entry: id, pair, direction, stake: decimal(stake) };
  const source = `scheduled ${id}`;
  if (reason === null) return { userId, kind: 'scheduled_opened', values, at: endedAt, source };
  return { userId, kind: 'scheduled_ended', values: { ...values, reason }, at: endedAt, source };
}

/** Orders of one market that ended together. */
function endOf({ userId, market, pair, windowSec, reason, count, endedAt, batch }: EndedOrdersRow): Fact {
  const values = { market, pair: pair ?? '', windowSec: `${windowSec ?? ''}`, reason, count: `${count}` };
  const source = `orders ${market} ${reason} ${batch}`;
  return { userId, kind: 'order_ended', values, at: endedAt, source };
}

/** `price` in thousandths of the outcome, `shares` as a decimal. */
function fillOf({ userId, order, pair, windowSec, outcome, side, price, lots, no, at }: FilledRow): Fact {
  const window = { pair: pair ?? '', windowSec: `${windowSec ?? ''}` };
  const values = { order, ...window, outcome, side, price: `${price}`, shares: (lots / LOTS_A_SHARE).toFixed(2) };
  return { userId, kind: 'order_filled', values, at, source: `fills ${order} ${no}` };
}

/** Names and exact decimals, for a sentence. `outcome`: win, lose, tie, sold or void. */
function settledOf({ id, userId, settledAt, pair, outcome, stake, credit }: SettledRow): Noted {
  const values = {
    prediction: id,
    pair,
    outcome: outcome.toLowerCase(),
    stake: decimal(stake),
    credit: decimal(credit),
  };
  return { userId, at: settledAt, values, source: `prediction ${id}` };
}

/** What was paid for what was held to the end, and what came back for it. `outcome`: win, lose, tie or void. */
function roundOf({ userId, market, pair, windowSec, result, won, lots, cost, credit, at }: RoundRow): Noted {
  const right = won === (lots > 0 ? 0 : 1);
  const outcome = result === 'WON' ? (right ? 'win' : 'lose') : result.toLowerCase();
  const window = { pair: pair ?? '', windowSec: `${windowSec ?? ''}` };
  const values = { market, ...window, outcome, cost: decimal(cost), credit: decimal(credit) };
  return { userId, at, values, source: `round ${market}` };
}

function decimal(units: string): string {
  return moneyWords(usdt(BigInt(units)));
}
