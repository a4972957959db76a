import { DAY_MS } from '../../time.ts';

/** How often what markets thought likely came true: each market that was decided counts once. */

/** A market that was decided. Chances in thousandths. */
export interface DecidedMarket {
  /** What its market said some time before it closed. */
  readonly chance: number;
  /** What a share of YES was paid: 1,000 where it ended YES, 0 where NO, between them where it was tied. */
  readonly paid: number;
}

/** Markets that said something from `from` on and less than `to` (thousandths; the last takes 1,000 in). */
export interface CalibrationBin {
  readonly from: number;
  readonly to: number;
  readonly markets: number;
  /** Mean of what they said, and how often YES came true, 0 to 1. Null: no market. */
  readonly said: number | null;
  readonly happened: number | null;
  /** Of as many markets that said it truthfully, YES comes true in such a part of 95 samples of 100. Null: no market. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface Calibration {
  readonly markets: number;
  /** Mean of the squared difference of what was said and what was: 0 knows all, 0.25 says even always. Null: no market. */
  readonly brier: number | null;
  readonly bins: readonly CalibrationBin[];
}

const WHOLE = 1_000;
const WIDTH = 100;
/** Of all samples so many lie beyond each end of the range. */
const TAIL = 0.025;

export function calibrationOf(markets: readonly DecidedMarket[]): Calibration {
  const bins = Array.from({ length: WHOLE / WIDTH }, (_, at) => {
    const [from, to] = [at * WIDTH, (at + 1) * WIDTH];
    return binOf(
      markets.filter(({ chance }) => chance >= from && (chance < to || (to === WHOLE && chance === WHOLE))),
      { from, to },
    );
  });
  const error = ({ chance, paid }: DecidedMarket) => ((chance - paid) / WHOLE) ** 2;
  return { markets: markets.length, brier: meanOf(markets, error), bins };
}

function binOf(inside: readonly DecidedMarket[], span: { readonly from: number; readonly to: number }): CalibrationBin {
  const said = meanOf(inside, ({ chance }) => chance / WHOLE);
  const happened = meanOf(inside, ({ paid }) => paid / WHOLE);
  const range = said === null ? null : fairRange(said, inside.length);
  return { ...span, markets: inside.length, said, happened, low: range?.low ?? null, high: range?.high ?? null };
}

const meanOf = (markets: readonly DecidedMarket[], of: (one: DecidedMarket) => number): number | null =>
  markets.length === 0 ? null : markets.reduce((sum, one) => sum + of(one), 0) / markets.length;

/** Between which parts of `count` trials of chance `chance` (0 to 1) those lie that come true, in 95 samples of 100 or more: of the binomial distribution. */
export function fairRange(chance: number, count: number): { readonly low: number; readonly high: number } {
  let below = 0;
  let [low, high] = [0, count];
  let isLow = false;
  for (let hits = 0; hits <= count; hits += 1) {
    const now = below + probabilityOf(hits, { chance, count });
    if (!isLow && now > TAIL) {
      low = hits;
      isLow = true;
    }
    if (now >= 1 - TAIL) {
      high = hits;
      break;
    }
    below = now;
  }
  return { low: low / count, high: high / count };
}

/** Of exactly so many hits; by logarithms, so that thousands of trials do not round to nothing. */
function probabilityOf(hits: number, { chance, count }: { readonly chance: number; readonly count: number }): number {
  if (chance <= 0) return hits === 0 ? 1 : 0;
  if (chance >= 1) return hits === count ? 1 : 0;
  let log = hits * Math.log(chance) + (count - hits) * Math.log(1 - chance);
  for (let at = 1; at <= hits; at += 1) log += Math.log(count - hits + at) - Math.log(at);
  return Math.exp(log);
}

/** When a market is asked what it says: a day before its cut-off, or half way where it was open for less than two days. Times in ms. */
export function askedAt({ opensAt, cutOffAt }: { readonly opensAt: number; readonly cutOffAt: number }): number {
  return Math.max(cutOffAt - DAY_MS, Math.floor((opensAt + cutOffAt) / 2));
}
