import { watchFlags, type WatchFlag } from '#domain/trading/surveillance/flags.ts';
import { spanOf } from '#domain/settings/settings.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import {
  firstTraders,
  quickCancels,
  topHolders,
  topTraders,
  tradedPairs,
  type EarlyTrader,
  type Holder,
  type QuickCanceller,
  type TradedPair,
  type Trader,
} from './store-surveillance.ts';

const LOTS_A_SHARE = 100;

/** What the surveillance of markets asks of others. */
export interface WatchParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly settings: Pick<LiveSettings, 'values' | 'number'>;
  /** When a result of the market of a book was proposed first, ms; null: none was. */
  readonly proposedAt: (db: Queryable, book: string) => Promise<number | null>;
  /** Accounts that were used on one device with each of these. */
  readonly linkedAccounts: (
    db: Queryable,
    userIds: readonly string[],
  ) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;
}

/** Two accounts that traded with each other. */
export interface WatchedPair extends TradedPair {
  readonly isLinked: boolean;
}

/** Of accounts on one device it says so. */
export async function pairsOf(parts: WatchParts, db: Queryable, book: string): Promise<readonly WatchedPair[]> {
  const pairs = await tradedPairs(db, book, parts.clock.now() - DAY_MS);
  const links = await parts.linkedAccounts(db, [...new Set(pairs.map(({ one }) => one))]);
  return pairs.map((pair) => ({ ...pair, isLinked: links.get(pair.one)?.has(pair.other) ?? false }));
}

/** First trades shortly before the first proposal of a result; none where none was proposed. */
export async function earlyOf(parts: WatchParts, db: Queryable, book: string): Promise<readonly EarlyTrader[]> {
  const to = await parts.proposedAt(db, book);
  const span = spanOf('watch.before_minutes', parts.settings.values);
  return to === null ? [] : firstTraders(db, book, { from: to - span, to });
}

export function cancelledOf(parts: WatchParts, db: Queryable, book: string): Promise<readonly QuickCanceller[]> {
  return quickCancels(db, book, {
    since: parts.clock.now() - DAY_MS,
    withinMs: spanOf('watch.cancelled_seconds', parts.settings.values),
    leastLots: largeLots(parts),
  });
}

export function tradersOf(parts: WatchParts, db: Queryable, book: string): Promise<readonly Trader[]> {
  return topTraders(db, book, parts.clock.now() - DAY_MS);
}

const largeLots = ({ settings }: WatchParts) => settings.number('watch.large_shares') * LOTS_A_SHARE;

/** What stands out in a market now, and what it is made of. */
export async function watchBook(
  parts: WatchParts,
  db: Queryable,
  book: string,
): Promise<{ readonly flags: readonly WatchFlag[]; readonly holders: readonly Holder[] }> {
  const { settings } = parts;
  const holders = await topHolders(db, book);
  const pairs = await pairsOf(parts, db, book);
  const seen = {
    holders,
    pairs: pairs.map(({ one, other, ...pair }) => ({ ...pair, people: [one, other] as const })),
    early: await earlyOf(parts, db, book),
    cancelled: await cancelledOf(parts, db, book),
  };
  const flags = watchFlags(seen, {
    largeLots: largeLots(parts),
    holderPercent: settings.number('watch.holder_percent'),
    bothWays: settings.number('watch.both_ways'),
    cancelledOrders: settings.number('watch.cancelled_orders'),
  });
  return { flags, holders };
}
