import type { Pool, PoolClient } from 'pg';
import { isDue } from '#domain/events/alerts.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Clock } from '#server/clock.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { lockNew, lockWaiting, markFired, markSeen, type WaitingAlert } from './store-alerts.ts';

/** How often alerts are looked at, ms. */
export const ALERTS_EVERY_MS = 5_000;
const AT_A_TIME = 500;
/** A trade is seen a moment after its own time: so much of what was looked at is looked at again, ms. */
const OVERLAP_MS = MINUTE_MS;

export interface FireParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly bookFacts: {
    /** Least and most that was paid for YES after a moment (ms), thousandths, of each book that was traded since. */
    rangesSince(
      this: void,
      db: Queryable,
      asked: readonly { readonly book: string; readonly since: number }[],
    ): Promise<
      readonly { readonly book: string; readonly since: number; readonly least: number; readonly most: number }[]
    >;
  };
}

/**
 * Tells people what their alerts wait for. What is due is read from what stands in the database, and the mark of an alert, and the fact of it,
 * are of one transaction: whoever dies in the middle leaves it waiting, and nobody is told twice.
 */
export async function fireAlerts(parts: FireParts): Promise<number> {
  let fired = await transaction(parts.db, (tx) => fireNew(parts, tx));
  for (let after: string | null = null; ;) {
    const turn: { readonly fired: number; readonly last: string | null } = await transaction(parts.db, (tx) =>
      fireSome(parts, tx, after),
    );
    crashAt('alerts.committed');
    fired += turn.fired;
    if (turn.last === null) return fired;
    after = turn.last;
  }
}

const sinceOf = ({ madeAt, seenAt }: WaitingAlert) => Math.max(madeAt, seenAt - OVERLAP_MS);
const isOfPrice = ({ kind }: WaitingAlert) => kind === 'above' || kind === 'below';

async function fireSome(
  { clock, bookFacts }: FireParts,
  tx: PoolClient,
  after: string | null,
): Promise<{ readonly fired: number; readonly last: string | null }> {
  const now = clock.now();
  const waiting = await lockWaiting(tx, { after, limit: AT_A_TIME });
  const priced = waiting.filter(isOfPrice);
  const asked = priced.map((alert) => ({ book: alert.book, since: sinceOf(alert) }));
  const ranges = new Map(
    (asked.length === 0 ? [] : await bookFacts.rangesSince(tx, asked)).map((range) => [
      `${range.book} ${range.since}`,
      range,
    ]),
  );
  const due = waiting.filter((alert) => {
    const range = ranges.get(`${alert.book} ${sinceOf(alert)}`);
    return isDue(alert, { ...alert, least: range?.least ?? null, most: range?.most ?? null }, now);
  });
  await fire(tx, due, now);
  await markSeen(
    tx,
    priced.filter((alert) => !due.includes(alert)).map(({ id }) => id),
    now,
  );
  crashAt('alerts.fired');
  return { fired: due.length, last: waiting.length < AT_A_TIME ? null : (waiting.at(-1)?.id ?? null) };
}

async function fireNew({ clock }: FireParts, tx: PoolClient): Promise<number> {
  const due = await lockNew(tx);
  await fire(
    tx,
    due.map((alert) => ({ ...alert, kind: 'new' as const, value: null })),
    clock.now(),
  );
  return due.length;
}

async function fire(
  tx: PoolClient,
  due: readonly (Pick<WaitingAlert, 'id' | 'userId' | 'book' | 'value'> & {
    readonly kind: WaitingAlert['kind'] | 'new';
  })[],
  now: number,
): Promise<void> {
  await markFired(
    tx,
    due.map(({ id }) => id),
    now,
  );
  await record(
    tx,
    due.map(({ id, userId, book, kind, value }) => ({
      kind: 'alert.fired' as const,
      userId,
      alertId: id,
      marketId: book,
      what: kind,
      value,
    })),
  );
}
