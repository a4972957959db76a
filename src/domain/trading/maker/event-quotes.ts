import type { Usdt } from '../../money.ts';
import { SHARE_PRICES } from '../book/price-scale.ts';
import type { Quote } from '../orders/contract.ts';
import { affordable, MAKER_STYLE, worthOf } from './quotes.ts';
import type { Level, MakerInventory } from './quotes.ts';

/** Prices in thousandths of 1.00, money in 10^-6. */
export interface EventQuoting {
  /** Chance of YES while nobody has traded with the maker; of an outcome that was split, and of those that came out of it, its part. */
  readonly opening: number;
  /** The chance that it had when its event opened, where it was split since; 0: it came out of one that was. Absent: `opening`. */
  readonly begun?: number;
  /** The other outcomes of its event, one of all of which comes true; none of a book that stands alone. */
  readonly others?: readonly OtherOutcome[];
  /** Best ask less best bid, before both are moved outwards to a price step. */
  readonly spread: number;
  readonly inventory: MakerInventory;
  readonly lossCap: Usdt;
  /** What the maker can pay with now. */
  readonly funds: Usdt;
}

/** What the maker holds of another outcome, and the chance of it that it began with, thousandths. */
export interface OtherOutcome {
  readonly opening: number;
  /** As of `EventQuoting`. */
  readonly begun?: number;
  readonly inventory: MakerInventory;
}

/** Levels on a side. */
const LEVELS = 30;
const [LOWEST_OPENING, HIGHEST_OPENING] = [10, 990];
/** 10^-6 USDT that a lot pays when it is right. */
const LOT_MICROS = 10_000;

/**
 * The house maker's quotes of an event's book, bids from the best down and then asks from the best up: what the logarithmic market scoring
 * rule asks for, cut into limit orders on the price steps. Cost C(q) = b ln(w_yes e^(q_yes/b) + w_no e^(q_no/b)), price of YES its slope; the
 * loss is at most b ln(1/w) of the less likely outcome: b ln n at even chances (Hanson, Logarithmic market scoring rules for modular
 * combinatorial information aggregation, Journal of Prediction Markets 1, 2007). Each level is priced at its far end, and the worst case of
 * what is quoted is counted in whole units, so that no rounding can take the loss above the cap. Of linked outcomes the rule is one over all of
 * them, C(q) = b ln(sum of w_k e^(q_k/b)): each book is quoted along its own q, and the openings are weights.
 */
export function quoteEvent(event: EventQuoting): readonly Quote[] {
  const { lossCap, funds } = event;
  const rule = scoring(event);
  if (rule.depth <= 0) return [];
  const worths = (event.others ?? []).map((other) => worthOf(other.inventory));
  const { ifYes, ifNo } = endsOf(worthOf(event.inventory), worths);
  const budget = (worth: bigint) => (lossCap + worth < funds ? lossCap + worth : funds);
  return [
    ...affordable('bid', levelsOf('bid', rule), budget(ifNo)),
    ...affordable('ask', levelsOf('ask', rule), budget(ifYes)),
  ];
}

/** The maker's profit from one book if its outcome comes true, and if it does not, 10^-6. */
type Worth = ReturnType<typeof worthOf>;

/** The maker's profit over all outcomes if this one comes true, and the least if another does, 10^-6. */
export function endsOf(own: Worth, others: readonly Worth[]): { readonly ifYes: bigint; readonly ifNo: bigint } {
  const allNo = others.reduce((sum, { down }) => sum + down, 0n);
  const gains = others.map(({ up, down }) => up - down);
  const least = gains.length === 0 ? 0n : gains.reduce((low, gain) => (gain < low ? gain : low));
  return { ifYes: own.up + allNo, ifNo: own.down + allNo + least };
}

/** b in lots, so that the loss is at most `lossCap`. A split leaves it as it was: with another one the prices of what is held would jump. */
export function depthOf(event: Pick<EventQuoting, 'lossCap' | 'opening' | 'begun' | 'others'>): number {
  const all = [event, ...(event.others ?? [])];
  const [first = event, ...others] = all
    .map(({ opening, begun }) => ({ opening: begun ?? opening }))
    .filter(({ opening }) => opening > 0);
  return Number(event.lossCap) / LOT_MICROS / -Math.log(Math.min(...weightsOf({ ...first, others })));
}

/** Chances of all outcomes before anybody traded, this one first: of a book alone YES and NO. */
function weightsOf({
  opening,
  others = [],
}: {
  readonly opening: number;
  readonly others?: readonly { readonly opening: number }[];
}): readonly [number, ...number[]] {
  const own = openingOf(opening);
  if (others.length === 0) return [own, 1 - own];
  const rest = others.map((other) => openingOf(other.opening));
  const all = rest.reduce((sum, one) => sum + one, own);
  return [own / all, ...rest.map((one) => one / all)];
}

interface Scoring {
  /** b, lots. */
  readonly depth: number;
  /** Lots of YES sold so far, less those bought. */
  readonly sold: number;
  /** Half of the spread, of 1.00. */
  readonly half: number;
  /** How many lots of YES would be sold when its price has come to `chance`. */
  readonly soldAt: (chance: number) => number;
  /** The price of YES now, of 1.00. */
  readonly chance: number;
}

function scoring(event: EventQuoting): Scoring {
  const depth = depthOf(event);
  const [own, ...rest] = weightsOf(event);
  // In logarithms: holdings may be large beside a small cap.
  const powers = rest.map((weight, at) => Math.log(weight) - (event.others?.[at]?.inventory.lots ?? 0) / depth);
  const highest = Math.max(...powers);
  const began = Math.log(own) - highest - Math.log(powers.reduce((sum, power) => sum + Math.exp(power - highest), 0));
  const sold = -event.inventory.lots;
  return {
    depth,
    sold,
    half: event.spread / 2_000,
    soldAt: (chance) => depth * (logit(chance) - began),
    chance: 1 / (1 + Math.exp(-(began + sold / depth))),
  };
}

/** From the best outwards. What a step is too small for goes to the next one, which is dearer. */
function levelsOf(side: Quote['side'], { sold, half, soldAt, chance }: Scoring): Level[] {
  const levels: Level[] = [];
  const out = side === 'bid' ? -1 : 1;
  const wanted = (chance + out * half) * 1_000;
  let quoted = 0;
  const { lowest, highest } = MAKER_STYLE;
  let step = side === 'bid' ? SHARE_PRICES.levelAtMost(wanted) : SHARE_PRICES.levelAtMost(wanted) + 1;
  for (; levels.length < LEVELS && step >= 0 && step < SHARE_PRICES.size; step += out) {
    const price = SHARE_PRICES.priceAt(step);
    if (price < lowest || price > highest) break;
    const until = price / 1_000 - out * half;
    if (until <= 0 || until >= 1) break;
    const lots = Math.floor(out * (soldAt(until) - sold)) - quoted;
    if (lots < MAKER_STYLE.leastLots) continue;
    quoted += lots;
    levels.push({ price, lots });
  }
  return levels;
}

const openingOf = (opening: number) => Math.min(HIGHEST_OPENING, Math.max(LOWEST_OPENING, opening)) / 1_000;
const logit = (chance: number) => Math.log(chance / (1 - chance));
