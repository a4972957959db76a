/**
 * Linked markets: N outcomes of one event, a YES / NO book each, exactly one of which comes true. A full set is one YES of every outcome and
 * costs 1.00; a pair is one YES and one NO of the same outcome and costs 1.00 too. Lots of 0.01 share, values in thousandths of 1.00.
 */
import type { MarketResult } from './market.ts';
import { WHOLE } from './share-money.ts';

/** How the event of a linked market ended; outcomes by their number. */
export type LinkedEnd =
  | { readonly kind: 'WON'; readonly winner: number }
  /** A dead heat of two outcomes or more. */
  | { readonly kind: 'TIE'; readonly level: readonly number[] }
  /** Void values of all outcomes, thousandths; scaled here to sum to 1,000. */
  | { readonly kind: 'VOID'; readonly values: readonly number[]; readonly reason: string };

/** Shares of one outcome that people hold. */
export interface LinkedShares {
  readonly yes: number;
  readonly no: number;
}

/** One YES of every outcome is made for 1.00 a set. Negative lots take sets back; throws when somebody's YES is missing. */
export function mintFullSets(books: readonly LinkedShares[], lots: number): LinkedShares[] {
  return books.map(({ yes, no }) => {
    if (yes + lots < 0) throw new Error(`no ${-lots} full sets to take back`);
    return { yes: yes + lots, no };
  });
}

/**
 * Full sets outstanding: what each outcome has of YES beyond its NO. Less than 0 where sets were taken back whose shares came out of pairs of
 * the books. Throws when the outcomes disagree.
 */
export function fullSetsOf(books: readonly LinkedShares[]): number {
  const sets = books.map(({ yes, no }) => yes - no);
  if (sets.length === 0 || sets.some((one) => one !== sets[0]))
    throw new Error('the books of a linked market disagree');
  return sets[0]!;
}

/** Lots of 1.00 that the pool must hold: NO shares of all outcomes and full sets (docs/rules/exchange.md#linked-markets). */
export function linkedPool(books: readonly LinkedShares[]): number {
  return books.reduce((sum, { no }) => sum + no, 0) + fullSetsOf(books);
}

/**
 * What it costs who holds so much of each book (+ YES, - NO) to have one YES more of every outcome for each of `sets`, or one less where they are
 * below 0: by how many lots of 1.00 the pool must grow. A YES that meets a NO of its outcome is 1.00.
 */
export function setsCost(held: readonly number[], sets: number): number {
  return held.reduce((sum, lots) => sum + Math.max(0, -(lots + sets)) - Math.max(0, -lots), sets);
}

/**
 * What who holds so much of each book (+ YES, - NO) holds after the outcome at `from` was split (decision 0260): their NO of it is YES of all others first,
 * and then each new outcome gets as many YES as they have of it.
 */
export function splitHolding(
  held: readonly number[],
  from: number,
): { readonly held: readonly number[]; readonly each: number } {
  const split = held[from];
  if (split === undefined) throw new RangeError(`no outcome ${from} of ${held.length}`);
  const turned = Math.max(0, -split);
  return { held: held.map((lots) => lots + turned), each: split + turned };
}

/** What all holders get by these values of YES, thousandths x lots: the pool x 1,000 exactly when the values sum to 1,000. */
export function linkedPayout(books: readonly LinkedShares[], values: readonly number[]): bigint {
  return books.reduce((sum, { yes, no }, at) => {
    const value = values[at];
    if (value === undefined) throw new Error(`no value of outcome ${at}`);
    return sum + BigInt(yes) * BigInt(value) + BigInt(no) * BigInt(WHOLE - value);
  }, 0n);
}

/**
 * Weights scaled to thousandths that sum to exactly 1,000: rounded down, the missing thousandths go to the largest remainders, ties to the
 * lower outcome (docs/rules/exchange.md#linked-markets). All weights 0: equal parts. Weights are whole and not negative.
 */
export function scaleToWhole(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (weights.length === 0 || weights.some((weight) => weight < 0)) throw new RangeError('no weights to scale');
  if (total === 0n) return scaleToWhole(weights.map(() => 1));
  const parts = weights.map((weight, at) => {
    const exact = BigInt(weight) * BigInt(WHOLE);
    return { at, floor: Number(exact / total), rest: exact % total };
  });
  const missing = WHOLE - parts.reduce((sum, { floor }) => sum + floor, 0);
  const first = parts
    .toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
    .slice(0, missing);
  const raised = new Set(first.map(({ at }) => at));
  return parts.map(({ at, floor }) => (raised.has(at) ? floor + 1 : floor));
}

/** Values of YES when the outcomes in `winners` came in level: 1/k each, exactly 1,000 together. One winner: 1,000. */
export function deadHeat(outcomes: number, winners: readonly number[]): number[] {
  const level = new Set(winners);
  if (level.size === 0) throw new RangeError('a dead heat of nobody');
  for (const at of level) {
    if (!Number.isInteger(at) || at < 0 || at >= outcomes) throw new RangeError(`no outcome ${at} of ${outcomes}`);
  }
  return scaleToWhole(Array.from({ length: outcomes }, (_, at) => (level.has(at) ? 1 : 0)));
}

/** What becomes of each book. The values of YES sum to exactly 1,000; throws where the end does not fit this many outcomes. */
export function linkedResults(outcomes: number, end: LinkedEnd): MarketResult[] {
  if (outcomes < 2) throw new RangeError(`a linked market of ${outcomes}`);
  switch (end.kind) {
    case 'WON':
      return deadHeat(outcomes, [end.winner]).map((value) => ({ kind: 'WON', outcome: value === WHOLE ? 0 : 1 }));
    case 'TIE':
      if (new Set(end.level).size < 2) throw new RangeError('a dead heat of fewer than two');
      return deadHeat(outcomes, end.level).map((value) => ({ kind: 'TIE', value }));
    case 'VOID':
      if (end.values.length !== outcomes)
        throw new RangeError(`${end.values.length} void values of ${outcomes} outcomes`);
      return scaleToWhole(end.values).map((value) => ({ kind: 'VOID', value, reason: end.reason }));
  }
}
