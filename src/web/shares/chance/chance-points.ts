import type { FillWire, OrderWire, PositionWire } from '#protocol/exchange.ts';
import { isFirst } from '../book-view.ts';
import { lotsOf, milliOf, otherSide } from '../ticket/share-math.ts';
import { outcomeOf } from '../words.ts';

/** The chance of Up at a moment (ms): the price of an Up share, 0 to 1. */
export interface ChancePoint {
  readonly at: number;
  readonly chance: number;
}

/** Live points lie at least so far apart, ms. */
const APART_MS = 1_000;
const MOST = 2_000;

/** Takes a live point in: the newest replaces one of the same second. */
export function withPoint(points: readonly ChancePoint[], next: ChancePoint): readonly ChancePoint[] {
  const last = points.at(-1);
  if (last !== undefined && next.at < last.at) return points;
  const before = points.at(-2);
  const kept =
    before !== undefined && last !== undefined && last.at - before.at < APART_MS ? points.slice(0, -1) : points;
  return [...kept, next].slice(-MOST);
}

/** What was traded before the live points began, then these. */
export function withHistory(points: readonly ChancePoint[], history: readonly ChancePoint[]): readonly ChancePoint[] {
  const first = points[0]?.at ?? Number.POSITIVE_INFINITY;
  return [...history.filter(({ at }) => at < first), ...points].slice(-MOST);
}

/** The middle of a book of Up shares; null while a side is empty. */
export function middleOf(book: {
  readonly bids: readonly { readonly price: number }[];
  readonly asks: readonly { readonly price: number }[];
}): number | null {
  const [bid, ask] = [book.bids[0]?.price, book.asks[0]?.price];
  return bid === undefined || ask === undefined ? null : (milliOf(bid) + milliOf(ask)) / 2_000;
}

/** A price of an outcome as the chance of Up that it says. */
function chanceOf(outcome: string, price: number): number {
  const milli = milliOf(price);
  return (isFirst(outcomeOf(outcome)) ? milli : otherSide(milli)) / 1_000;
}

/** What is one's own on the chart of a market. */
export interface OwnMarks {
  readonly entries: readonly (ChancePoint & { readonly id: string; readonly fill: FillWire })[];
  readonly orders: readonly { readonly id: string; readonly chance: number; readonly order: OrderWire }[];
  /** What one's shares cost on average: as the chance of Up, and as the price of what is held, 0 to 1. null without any. */
  readonly average: { readonly chance: number; readonly price: number } | null;
}

export function ownMarks(
  marketId: string,
  own: {
    readonly fills: readonly FillWire[];
    readonly orders: readonly OrderWire[];
    readonly positions: readonly PositionWire[];
  },
): OwnMarks {
  const here = ({ market }: { readonly market: { readonly marketId: string } }) => market.marketId === marketId;
  const held = own.positions.find((position) => here(position) && lotsOf(position.shares) > 0);
  return {
    entries: own.fills
      .filter(here)
      .map((fill) => ({
        id: `${fill.id} ${fill.orderId}`,
        at: Date.parse(fill.time),
        chance: chanceOf(fill.outcome, fill.price),
        fill,
      }))
      .toReversed(),
    orders: own.orders
      .filter(here)
      .map((order) => ({ id: order.id, chance: chanceOf(order.outcome, order.price), order })),
    average:
      held === undefined || held.averagePrice === null
        ? null
        : { chance: chanceOf(held.outcome, held.averagePrice), price: held.averagePrice },
  };
}

/** Places in a picture of 100 by 100: time from `from` to `to` (ms), certainty of Up above. */
export function placeOn(span: { readonly from: number; readonly to: number }, { at, chance }: ChancePoint) {
  const share = (at - span.from) / Math.max(1, span.to - span.from);
  return { x: Math.min(100, Math.max(0, share * 100)), y: 100 - chance * 100 };
}
