import type { TradingEligibility } from '../../identity/trading-eligibility.ts';
import { usdt } from '../../money.ts';
import type { Usdt } from '../../money.ts';
import type { Refusal } from '../../refusals.ts';
import { cashKey } from '../decide.ts';
import type { PlaceCommand } from '../decide.ts';
import { feedGate, marketGate, operatorGate, payoutGate, stakeGate } from '../gates.ts';
import type { StakeRequest } from '../gates.ts';
import type { Losses } from '../losses.ts';
import type { MarketView } from '../market-view.ts';
import type { Direction } from '../prediction.ts';
import { takeToken } from '../rate.ts';
import type { RateLimiter } from '../rate.ts';
import { standingGates } from '../eligibility-gates.ts';
import { lastMoment, LONGEST_WAIT_MS } from './entry.ts';
import type { ScheduledEntry, Trigger } from './entry.ts';
import type { WaitingEntries } from './waiting.ts';

/** A prediction that a person wants opened later. `payoutBps`: what they saw; 0: they did not say. */
export interface ScheduleCommand extends StakeRequest {
  readonly id: string;
  readonly userId: string;
  readonly pairId: string;
  readonly direction: Direction;
  readonly minPayoutBps: number;
  /** Wall ms, or a price as an integer of 10^-scale. */
  readonly when: { readonly at: number } | { readonly price: number };
  readonly eligibility: TradingEligibility | null;
}

/** What is known at the moment of a decision. */
export interface ScheduleMoment {
  readonly now: number;
  readonly losses: Losses;
  readonly limiter: RateLimiter;
  /** Entries of one person that wait at most, in a realm. */
  readonly mostWaiting: number;
  /** By `cashKey`, 10^-6. */
  readonly cash: ReadonlyMap<string, Usdt>;
  /** Null: no such pair. */
  market(pairId: string): MarketView | null;
  /** The last price (10^-scale), and when the period ends (wall ms); null: not known, or never. */
  session(pairId: string): { readonly price: number | null; readonly closesAt: number | null };
}

/**
 * May this entry wait? It passes the gates of a prediction that is opened now, except for exposure, which is checked when it is
 * opened. Gives the entry, or what refuses it.
 */
export function schedule(
  waiting: WaitingEntries,
  command: ScheduleCommand,
  moment: ScheduleMoment,
): ScheduledEntry | Refusal {
  const view = moment.market(command.pairId);
  if (view === null) return { code: 'NotFound' };
  const refusal = gates(waiting, command, { view, moment });
  if (refusal !== null) return refusal;
  const { price, closesAt } = moment.session(command.pairId);
  if (view.last === null || price === null) return { code: 'PriceFeedError' };
  const trigger = triggerOf(command.when, price);
  if (trigger === null) return { code: 'InvalidRequest', fields: { price: 'same' } };
  const cash = moment.cash.get(cashKey(command.userId, command.realm)) ?? usdt(0n);
  if (cash < command.stake) return { code: 'NoBalance' };
  return {
    id: command.id,
    realm: command.realm,
    userId: command.userId,
    pairId: command.pairId,
    stream: view.stream,
    direction: command.direction,
    stake: command.stake,
    durationSec: command.durationSec,
    minPayoutBps: command.minPayoutBps,
    trigger,
    placedAt: moment.now,
    expiresAt: Math.min(lastMoment(trigger, moment.now), closesAt ?? Infinity),
    kPlaced: view.last.seq,
    status: 'WAITING',
    reason: null,
    predictionId: null,
    mark: null,
    endedAt: null,
  };
}

function gates(
  waiting: WaitingEntries,
  command: ScheduleCommand,
  { view, moment }: { readonly view: MarketView; readonly moment: ScheduleMoment },
): Refusal | null {
  const { now } = moment;
  const held = command.realm === 'demo' ? null : standingGates(moment.losses, command, now);
  const early =
    held ??
    operatorGate(view.pauses.scheduled) ??
    marketGate(view, command, now) ??
    timeGate(view, command, now) ??
    stakeGate(view, command) ??
    feedGate(view, now);
  if (early !== null) return early;
  if (!takeToken(moment.limiter, command.userId, now)) return { code: 'UnavailableBet' };
  if (waiting.of(command.userId, command.realm).length >= moment.mostWaiting) {
    return { code: 'OrderRejected', reason: 'too_many' };
  }
  return payoutGate(view, command);
}

/** The time lies ahead, within 24 h, and the prediction still fits into the period that is open now. */
function timeGate(view: MarketView, { when, durationSec }: ScheduleCommand, now: number): Refusal | null {
  if (!('at' in when)) return null;
  if (when.at <= now) return { code: 'InvalidRequest', fields: { at: 'too_small' } };
  if (when.at > now + LONGEST_WAIT_MS) return { code: 'InvalidRequest', fields: { at: 'too_large' } };
  const { deltaMs, maxEntryWaitMs } = view.rule;
  const end = when.at + deltaMs + maxEntryWaitMs + durationSec * 1_000;
  return view.openThrough(now, end) ? null : { code: 'MarketClosed', nextOpen: view.nextOpen };
}

/** Null: the price is there already. */
function triggerOf(when: ScheduleCommand['when'], price: number): Trigger | null {
  if ('at' in when) return { kind: 'time', at: when.at };
  if (when.price === price) return null;
  return { kind: 'price', price: when.price, crosses: when.price > price ? 'UP' : 'DOWN' };
}

/** The request to predict that a triggered entry becomes. Id and salt were drawn outside. */
export function predictionOf(
  entry: ScheduledEntry,
  drawn: { readonly id: string; readonly salt: string; readonly eligibility: TradingEligibility | null },
): PlaceCommand {
  const { userId, realm, pairId, direction, stake, durationSec, minPayoutBps } = entry;
  return { ...drawn, userId, realm, pairId, direction, stake, durationSec, payoutBps: minPayoutBps, counted: true };
}
