import type { TradingEligibility } from '../identity/trading-eligibility.ts';
import { usdt } from '../money.ts';
import type { Usdt } from '../money.ts';
import type { Realm } from '../realm.ts';
import type { Refusal } from '../refusals.ts';
import type { Pause } from '../settings/modes.ts';
import { durationsOf } from './durations.ts';
import type { MarketView } from './market-view.ts';

/** Stakes have at most two decimals, so that the profit is exact (docs/rules/predictions.md#stakes). */
const STAKE_STEP = 10_000n;

/** What a person asks for. Money in 10^-6. */
export interface StakeRequest {
  readonly realm: Realm;
  readonly stake: Usdt;
  readonly durationSec: number;
  /** The payout the person saw. */
  readonly payoutBps: number;
}

/** Does an operator let new ones in? */
export function operatorGate(pause: Pause | null): Refusal | null {
  return pause === null ? null : { code: 'PlacingPaused', ...pause };
}

/** Is the pair in a period now, and does the prediction end in it? With a duration that does not, the shorter ones are named. */
export function marketGate(view: MarketView, wish: StakeRequest, now: number): Refusal | null {
  const closed: Refusal = { code: 'MarketClosed', nextOpen: view.nextOpen };
  if (view.status === 'CLOSED') return closed;
  const fits = (sec: number) => view.openThrough(now, now + view.rule.deltaMs + view.rule.maxEntryWaitMs + sec * 1_000);
  const durations = durationsOf(view.pair, wish.realm, view.minDurationSec);
  if (durations.includes(wish.durationSec) && fits(wish.durationSec)) return null;
  const offered = durations.filter(fits);
  if (durations.length > 0 && offered.length === 0) {
    if (flowing(view)) return closed;
    // A pair that no source plays knows no hours: its feed is what refuses, not the market.
    return durations.includes(wish.durationSec) ? null : { code: 'DurationUnavailable', durations };
  }
  return { code: 'DurationUnavailable', durations: offered };
}

/** Smallest and largest stake of a pair now: a degraded feed halves the largest (docs/rules/predictions.md#stakes). */
export function stakeBounds(view: Pick<MarketView, 'pair' | 'status'>, realm: Realm): { min: Usdt; max: Usdt } {
  const { minStake, maxStake, maxStakeDemo } = view.pair;
  const full = realm === 'demo' ? maxStakeDemo : maxStake;
  return { min: minStake, max: view.status === 'DEGRADED' ? usdt(full / 2n) : full };
}

/** The bounds of the pair, and the lower one that the house has set for this person; practice is bound by the pair alone. */
export function stakeGate(
  view: MarketView,
  wish: StakeRequest & { readonly eligibility: TradingEligibility | null },
): Refusal | null {
  if (wish.stake % STAKE_STEP !== 0n) return { code: 'InvalidRequest', fields: { stake: 'decimals' } };
  const { min, max: ofPair } = stakeBounds(view, wish.realm);
  const house = wish.realm === 'demo' ? null : (wish.eligibility?.houseStakeMax ?? null);
  const max = house !== null && house < ofPair ? house : ofPair;
  return wish.stake < min || wish.stake > max ? { code: 'StakeLimit', min, max } : null;
}

/** Prices must be flowing, and the last one no older than S. */
export function feedGate(view: MarketView, now: number): Refusal | null {
  if (!flowing(view) || view.last === null) return { code: 'PriceFeedError' };
  return now - view.last.tSource > view.rule.staleAfterMs ? { code: 'PriceFeedError' } : null;
}

function flowing(view: Pick<MarketView, 'status'>): boolean {
  return view.status === 'ONLINE' || view.status === 'DEGRADED';
}

/** A payout below the one the person saw is refused; a better one is given. */
export function payoutGate(view: MarketView, wish: StakeRequest): Refusal | null {
  const payoutBps = view.payouts[wish.durationSec] ?? 0;
  return payoutBps < wish.payoutBps ? { code: 'PayoutChanged', payoutBps } : null;
}
