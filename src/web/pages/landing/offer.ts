import type { PairWire } from '#protocol/trading.ts';

/** What the card on the landing offers to predict. */
export interface Offer {
  readonly pair: PairWire;
  readonly durationSec: number;
  /** Fraction: 0.82. */
  readonly payout: number;
  /** Can it be predicted now? */
  readonly isOpen: boolean;
}

const WISHED_PAIR = 'BTC-USD';
const WISHED_SEC = 30;

const shortestOf = (pair: PairWire) => Math.min(...Object.keys(pair.payouts).map(Number));

/** The wished pair where it has prices, else one that can be predicted as soon, else the wished one without. null without pairs. */
export function offerOf(pairs: readonly PairWire[]): Offer | null {
  const ofPair = (pair: PairWire): Offer | null => {
    const durationSec = pair.payouts[String(WISHED_SEC)] === undefined ? shortestOf(pair) : WISHED_SEC;
    const payout = pair.payouts[String(durationSec)];
    const isOpen = pair.status === 'online' && pair.price !== null;
    return payout === undefined ? null : { pair, durationSec, payout, isOpen };
  };
  const offers = pairs.flatMap((pair) => ofPair(pair) ?? []);
  const rank = ({ pair, durationSec, isOpen }: Offer) =>
    (isOpen ? 0 : 1e9) + durationSec * 2 + (pair.id === WISHED_PAIR ? 0 : 1);
  return offers.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** What a fixed payout means, in fractions. Both sides equally likely: a prediction costs (1 - payout) / 2 of its stake on average. */
export function edgeOf(payout: number): { readonly breakEven: number; readonly edge: number } {
  return { breakEven: 1 / (1 + payout), edge: (1 - payout) / 2 };
}
