import { add, fromDecimal, toDecimal, usdt } from '#domain/money.ts';
import type { IncidentWire, VoidsWire } from '#protocol/feed.ts';

/** What of an incident's voids is shown; money as decimal text. */
export interface Cost {
  readonly predictions: number;
  readonly rounds: number;
  readonly back: string;
}

/** Incidents of several pairs that are one thing to people: same cause, begun together. */
export interface IncidentGroup {
  readonly id: string;
  readonly cause: IncidentWire['cause'];
  readonly pairs: readonly string[];
  /** Ms; the earliest. */
  readonly from: number;
  /** Ms; the latest. Null: one of them lasts. */
  readonly to: number | null;
  readonly real: Cost;
  readonly demo: Cost;
}

/** A restart takes all pairs away within a moment, ms. */
const TOGETHER_MS = 10_000;

/** Incidents, newest first, as groups in the same order. */
export function groupIncidents(items: readonly IncidentWire[]): readonly IncidentGroup[] {
  const groups: IncidentWire[][] = [];
  for (const item of items) {
    const group = groups.find((one) => belongs(one, item));
    if (group === undefined) groups.push([item]);
    else group.push(item);
  }
  return groups.flatMap((group) => groupOf(group) ?? []);
}

function belongs(group: readonly IncidentWire[], item: IncidentWire): boolean {
  const [first] = group;
  if (first === undefined || first.cause !== item.cause || (first.to === null) !== (item.to === null)) return false;
  return Math.abs(Date.parse(first.from) - Date.parse(item.from)) <= TOGETHER_MS;
}

function groupOf(items: readonly IncidentWire[]): IncidentGroup | null {
  const [first] = items;
  if (first === undefined) return null;
  const ends = items.map(({ to }) => (to === null ? null : Date.parse(to)));
  return {
    id: first.id,
    cause: first.cause,
    pairs: [...new Set(items.map(({ pair }) => pair))].toSorted(),
    from: Math.min(...items.map(({ from }) => Date.parse(from))),
    to: ends.includes(null) ? null : Math.max(...ends.map(Number)),
    real: costOf(items.map(({ real }) => real)),
    demo: costOf(items.map(({ demo }) => demo)),
  };
}

function costOf(voids: readonly VoidsWire[]): Cost {
  const amounts = voids.flatMap(({ stakesStr, paidStr }) => [stakesStr, paidStr]);
  const back = amounts.reduce((sum, text) => add(sum, fromDecimal(text, 6) ?? usdt(0n)), usdt(0n));
  return {
    predictions: voids.reduce((sum, one) => sum + one.predictions, 0),
    rounds: voids.reduce((sum, one) => sum + one.rounds, 0),
    back: toDecimal(back),
  };
}

/** Was anything void? */
export function hasCost({ predictions, rounds }: Cost): boolean {
  return predictions > 0 || rounds > 0;
}
