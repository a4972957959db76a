import { ms } from '../case.ts';
import { priceText } from '../facts.ts';
import type { RoundReceipt } from './round-document.ts';
import { bytesOf } from '../crypto/signatures.ts';
import { readRecord } from '../tick.ts';

/** A price of a round, for people. Time in ms, price as decimal text. */
export interface RoundTick {
  readonly seq: number;
  readonly t: number;
  readonly price: string;
}

/** One end of a round, for people. Times in ms, prices as decimal text. */
export interface RoundEnd {
  readonly from: number;
  readonly at: number;
  /** As the receipt states it, with digits enough to tell both ends apart; null where a void has none. */
  readonly average: string | null;
  /** The price before the window, those in it, and the one after it. */
  readonly ticks: readonly Pick<RoundTick, 't' | 'price'>[];
}

/** What the receipt of a round says, for people: nothing of it is checked here. Times in ms. */
export interface RoundFacts {
  readonly market: string;
  readonly realm: 'real' | 'demo';
  readonly pair: string;
  readonly windowMs: number;
  readonly start: RoundEnd;
  readonly end: RoundEnd;
  readonly outcome: 'UP' | 'DOWN' | 'TIE' | 'VOID';
  readonly reason: string | null;
  /** The two prices that show why it was void; empty where none do. */
  readonly fault: readonly RoundTick[];
  /** The correction that made the round void: its number, when it was signed (ms), and why. */
  readonly correction: { readonly no: number; readonly at: number; readonly clause: string } | null;
  /** H(JCS(receipt)), hex. */
  readonly fingerprint: string;
}

/** Digits of an average beyond those of the pair; the larger number tells any two averages apart. */
const MORE_DIGITS = [2, 5] as const;

export function roundFacts({ result, runs, correction }: RoundReceipt, fingerprint: string): RoundFacts {
  const windowMs = ms(result.window_us);
  const [start, end] = averageTexts([result.a_start, result.a_end], { windowMs, scale: result.scale });
  const ticksOf = (name: 'start' | 'end' | 'fault'): readonly RoundTick[] => {
    const records = runs.find((run) => run.end === name)?.parts.flatMap(({ recs }) => recs) ?? [];
    return records.flatMap((bytes) => {
      const tick = readRecord(bytesOf(bytes));
      return tick === null ? [] : [{ seq: tick.seq, t: tick.t, price: priceText(tick.price, result.scale) }];
    });
  };
  const endFacts = (name: 'start' | 'end', average: string | null): RoundEnd => {
    const at = ms(result[name]);
    return { from: at - windowMs, at, average, ticks: ticksOf(name) };
  };
  return {
    market: result.market,
    realm: result.realm,
    pair: result.pair,
    windowMs,
    start: endFacts('start', start),
    end: endFacts('end', end),
    outcome: result.outcome,
    reason: result.reason,
    fault: ticksOf('fault'),
    correction:
      correction === null ? null : { no: correction.doc.no, at: ms(correction.doc.t), clause: correction.doc.clause },
    fingerprint,
  };
}

type Both = readonly [start: string | null, end: string | null];

/** Sums of price x ms as average prices, cut. */
function averageTexts(sums: Both, of: { readonly windowMs: number; readonly scale: number }): Both {
  const text = (sum: string | null, digits: number) =>
    sum === null || of.windowMs === 0 || !/^-?\d+$/.test(sum)
      ? null
      : priceText((BigInt(sum) * 10n ** BigInt(digits)) / BigInt(of.windowMs), of.scale + digits);
  const [few, many] = MORE_DIGITS;
  const [start, end] = sums;
  const alike = start !== end && text(start, few) === text(end, few);
  return [text(start, alike ? many : few), text(end, alike ? many : few)];
}
