import type { OrderCommand } from '#domain/trading/orders/contract.ts';
import type { LinkedEnd } from '#domain/trading/orders/linked.ts';
import { unpaidOf } from '#domain/trading/orders/settlement.ts';
import type { LiveMarket } from '#domain/trading/orders/state.ts';
import type { ListedBook } from './listed-books.ts';
import type { MarketTask } from './tasks.ts';

/** Holders who are paid in one batch at most: predictions go on between two of them. */
export const PAID_AT_ONCE = 1_000;
/** Fills that are undone in one batch at most. */
export const UNDONE_AT_ONCE = 500;

/** One of the books that end together. `live`: null while nobody has ordered on it. */
export interface LinkedBook {
  readonly listed: ListedBook;
  readonly live: LiveMarket | null;
}

interface StepOf {
  readonly listed: ListedBook | null;
  /** What its times ask for. */
  readonly clock: OrderCommand | null;
  /** All books of its event, in the order of their outcomes; none where it stands alone. */
  readonly linked: readonly LinkedBook[];
  /** Was an outcome of its event split, and is it not yet in the books? */
  readonly splits: boolean;
  /** When an order that rests was placed, ms. */
  readonly placedAt: (orderId: string) => number | null;
}

/** The next step of an event's book, towards what its people want of it; null: none. */
export function eventStep(live: LiveMarket, of: StepOf): MarketTask | null {
  const { market } = live;
  const command = commandOf(live, of) ?? of.clock;
  return command === null ? null : { name: market.id, command, verdict: null };
}

function commandOf(live: LiveMarket, of: StepOf): OrderCommand | null {
  const { listed, linked } = of;
  const { id: marketId, status } = live.market;
  if (listed === null) return null;
  const step = (event: 'open' | 'clarify' | 'pause' | 'resume' | 'cut_off' | 'end'): OrderCommand => ({
    kind: 'market',
    marketId,
    event,
  });
  const { wanted, result } = listed;
  // Nothing is taken, resumed or paid before.
  if (of.splits && wanted === 'open' && status !== 'SCHEDULED') return status === 'OPEN' ? step('pause') : null;
  if (of.splits && status === 'ENDED') return null;
  if (wanted === 'pause') return status === 'OPEN' ? step('pause') : null;
  if (wanted === 'open') {
    if (status === 'PAUSED') return step('resume');
    return restsSince(live, listed.exit?.at ?? 0, of.placedAt) ? step('clarify') : null;
  }
  // One more than a part: whether that is all.
  const unpaid = wanted === 'settle' ? unpaidOf(live, PAID_AT_ONCE + 1) : [];
  const alone = linked.length === 0;
  if (alone && wanted === 'settle' && result?.kind === 'VOID' && unpaid.length <= PAID_AT_ONCE)
    return { kind: 'settle', marketId, result };
  // It takes no orders from the batch on in which those that rest end.
  if (status === 'SCHEDULED') return step('open');
  if (status === 'OPEN' || status === 'PAUSED') return step('cut_off');
  if (status === 'CUT_OFF') return step('end');
  if (wanted !== 'settle' || result === null || status !== 'ENDED') return null;
  if (isPast({ listed, live })) return { kind: 'undo', marketId, fills: [] };
  if (unpaid.length > PAID_AT_ONCE) return { kind: 'pay', marketId, result, owners: unpaid.slice(0, PAID_AT_ONCE) };
  return alone ? { kind: 'settle', marketId, result } : linkedCommand(live, { listed, linked });
}

/** Has a book fills after the fact that are not undone yet? */
function isPast({ listed, live }: LinkedBook): boolean {
  return live !== null && listed.pastFrom !== null && newestOf(live) > listed.pastFrom;
}

/** One more than the number of the newest fill that stands. */
export const newestOf = ({ market }: LiveMarket): number => market.undoneFrom ?? market.fills + 1;

/** Does an order rest that was placed before `at` (ms)? They stand as they came, so that the first one says it. */
function restsSince({ resting }: LiveMarket, at: number, placedAt: StepOf['placedAt']): boolean {
  const [first] = resting.values();
  return first !== undefined && (placedAt(first) ?? at) < at;
}

/** All books of an event end in one batch, once none of them takes orders and few are left to be paid: its first book with orders says so. */
function linkedCommand(
  live: LiveMarket,
  { listed, linked }: { readonly listed: ListedBook; readonly linked: readonly LinkedBook[] },
): OrderCommand | null {
  const open = linked.flatMap((one) => one.live ?? []);
  if (open[0] !== live || open.some(({ market }) => market.status !== 'ENDED')) return null;
  // No book ends while another has fills to be undone.
  if (linked.some(isPast)) return null;
  const unpaid = linked.map((one) => (one.live === null ? [] : unpaidOf(one.live, PAID_AT_ONCE + 1)));
  // A book with more pays them itself, a part after the other.
  if (unpaid.some(({ length }) => length > PAID_AT_ONCE)) return null;
  const many = unpaid.reduce((sum, { length }) => sum + length, 0) > PAID_AT_ONCE;
  const first = linked[unpaid.findIndex(({ length }) => length > 0)]?.listed;
  if (many && first !== undefined && first.result !== null)
    return { kind: 'pay', marketId: first.id, result: first.result, owners: unpaid.find(({ length }) => length > 0)! };
  const end = linkedEnd(linked.map((one) => one.listed));
  if (end === null || listed.linkedTo === null) return null;
  const books = linked.map((one) => one.listed.id);
  return { kind: 'settle_linked', linkedTo: listed.linkedTo, realm: listed.realm, books, end };
}

/** What splits an outcome of the event of a book, once none of its books takes orders; null: not yet. */
export function splitCommand(
  { split, linkedTo, realm }: ListedBook,
  linked: readonly LinkedBook[],
): OrderCommand | null {
  if (split === null || linkedTo === null) return null;
  const added = new Set(split.into.map(({ book }) => book));
  const takes = linked.some(({ live }) => live?.market.status === 'OPEN' || live?.market.status === 'SCHEDULED');
  const known = linked.filter(({ listed }) => added.has(listed.id)).length === added.size;
  if (takes || !known) return null;
  const books = linked.flatMap(({ listed }) => (added.has(listed.id) ? [] : [listed.id]));
  return { kind: 'split', id: split.id, realm, linkedTo, books, from: split.from, into: split.into };
}

/** How an event ended, of what is said of each of its books; null: not all have their result. */
function linkedEnd(books: readonly Pick<ListedBook, 'result'>[]): LinkedEnd | null {
  const results = books.flatMap(({ result }) => result ?? []);
  if (results.length !== books.length) return null;
  const [first] = results;
  if (first?.kind === 'VOID') {
    const values = results.map((one) => (one.kind === 'VOID' ? one.value : 0));
    return { kind: 'VOID', values, reason: first.reason };
  }
  const at = (wins: (result: (typeof results)[number]) => boolean) =>
    results.flatMap((result, place) => (wins(result) ? [place] : []));
  const winners = at((one) => one.kind === 'WON' && one.outcome === 0);
  if (winners.length === 1) return { kind: 'WON', winner: winners[0]! };
  return { kind: 'TIE', level: at((one) => one.kind === 'TIE' && (one.value ?? 0) > 0) };
}
