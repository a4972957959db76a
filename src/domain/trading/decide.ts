import type { TradingEligibility } from '../identity/trading-eligibility.ts';
import { profitOf, subtract, usdt } from '../money.ts';
import type { Usdt } from '../money.ts';
import type { Refusal } from '../refusals.ts';
import { freeExposure } from './exposure.ts';
import { feedGate, marketGate, operatorGate, payoutGate, stakeGate } from './gates.ts';
import type { StakeRequest } from './gates.ts';
import type { MarketView } from './market-view.ts';
import type { OpenPrediction } from './open-prediction.ts';
import type { Direction, Prediction } from './prediction.ts';
import { takeToken } from './rate.ts';
import { standingGates } from './eligibility-gates.ts';
import { admit } from './state.ts';
import type { TradingState } from './state.ts';

/** A request that reached the engine. Id and salt were drawn outside: nothing here is left to chance. */
export interface PlaceCommand extends StakeRequest {
  readonly id: string;
  /** 16 bytes, hex. */
  readonly salt: string;
  readonly userId: string;
  readonly pairId: string;
  readonly direction: Direction;
  /** What holds the person back; asked of real money only. */
  readonly eligibility: TradingEligibility | null;
  /** The person's token is taken already: it was when a scheduled entry was asked for, or when this was judged before. */
  readonly counted?: boolean;
}

/** The world at the moment of a decision. */
export interface DecisionContext {
  /** T_adm of what is admitted, wall ms. */
  readonly now: number;
  readonly shard: number;
  readonly batch: number;
  /** Null: no such pair. */
  market(pairId: string): MarketView | null;
  /** Cash by person and realm (`cashKey`), 10^-6, locked for this batch; the decision takes stakes out of it. */
  readonly cash: Map<string, Usdt>;
  readonly houseBank: Usdt;
}

export type PlaceEffect =
  | { readonly kind: 'admitted'; readonly open: OpenPrediction }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** Broken invariant: this command alone is rejected. */
  | { readonly kind: 'failed'; readonly error: unknown };

export function cashKey(userId: string, realm: StakeRequest['realm']): string {
  return `${realm}:${userId}`;
}

/**
 * Decides requests in order: the same state, commands and moment give the same effects. The state takes in what is admitted.
 * A command that throws is answered 'failed' and leaves no trace; the others go on.
 */
export function decide(state: TradingState, commands: readonly PlaceCommand[], moment: DecisionContext): PlaceEffect[] {
  return commands.map((command) => {
    try {
      return decideOne(state, command, moment);
    } catch (error) {
      return { kind: 'failed', error };
    }
  });
}

function decideOne(state: TradingState, command: PlaceCommand, moment: DecisionContext): PlaceEffect {
  const view = moment.market(command.pairId);
  if (view === null) return { kind: 'refused', refusal: { code: 'NotFound' } };
  const refusal = gates(state, command, { view, moment });
  if (refusal !== null) return { kind: 'refused', refusal };

  const payoutBps = view.payouts[command.durationSec];
  if (payoutBps === undefined || view.last === null) throw new Error(`no payout or price of ${command.pairId}`);
  const prediction = admitted(command, { view, moment, payoutBps, last: view.last });
  const open: OpenPrediction = {
    prediction,
    stream: view.stream,
    rule: view.rule,
    entryRecords: null,
    entryStored: false,
  };
  const key = cashKey(command.userId, command.realm);
  const cash = moment.cash.get(key);
  if (cash === undefined) throw new Error(`no cash account of ${command.userId}`);
  // Nothing below can throw: from here on the prediction is in.
  moment.cash.set(key, subtract(cash, command.stake));
  admit(state, open);
  return { kind: 'admitted', open };
}

/** The gates of docs/rules/predictions.md#gates in their order. The token is taken at its gate, whatever comes after. */
function gates(
  state: TradingState,
  command: PlaceCommand,
  at: { view: MarketView; moment: DecisionContext },
): Refusal | null {
  const { view, moment } = at;
  // Practice is bound by nothing but its own rules.
  const held = command.realm === 'demo' ? null : standingGates(state.losses, command, moment.now);
  if (held !== null) return held;
  const early =
    operatorGate(view.pauses.quick) ??
    marketGate(view, command, moment.now) ??
    stakeGate(view, command) ??
    feedGate(view, moment.now);
  if (early !== null) return early;
  const counted = command.counted === true || takeToken(state.limiter, command.userId, moment.now);
  if (!counted) return { code: 'UnavailableBet' };
  return payoutGate(view, command) ?? exposureGate(state, command, at) ?? balanceGate(command, moment);
}

/** `available` is the largest stake that would still fit, in whole cents; none where it is below the smallest stake. */
function exposureGate(
  state: TradingState,
  command: PlaceCommand,
  at: { view: MarketView; moment: DecisionContext },
): Refusal | null {
  const payoutBps = at.view.payouts[command.durationSec] ?? 0;
  const risk = {
    realm: command.realm,
    userId: command.userId,
    pairId: command.pairId,
    admittedAt: at.moment.now,
    durationMs: command.durationSec * 1_000,
  };
  const room = freeExposure(state.exposure, risk, {
    pair: at.view.pair,
    houseBank: at.moment.houseBank,
    ...at.view.caps,
  });
  if (profitOf(command.stake, payoutBps) <= room) return null;
  const most = payoutBps === 0 ? 0n : (room * 10_000n) / BigInt(payoutBps);
  const fits = most - (most % 10_000n);
  const whose = command.realm === 'demo' ? 'own' : 'pair';
  return fits < at.view.pair.minStake
    ? { code: 'ExposureLimit', reason: `${whose}_full`, available: 0n }
    : { code: 'ExposureLimit', reason: whose, available: fits };
}

function balanceGate(command: PlaceCommand, moment: DecisionContext): Refusal | null {
  const cash = moment.cash.get(cashKey(command.userId, command.realm)) ?? usdt(0n);
  return cash < command.stake ? { code: 'NoBalance' } : null;
}

function admitted(
  command: PlaceCommand,
  at: { view: MarketView; moment: DecisionContext; payoutBps: number; last: NonNullable<MarketView['last']> },
): Prediction {
  return {
    id: command.id,
    realm: command.realm,
    userId: command.userId,
    pairId: command.pairId,
    feed: at.view.kind,
    direction: command.direction,
    stake: command.stake,
    payoutBps: at.payoutBps,
    durationMs: command.durationSec * 1_000,
    status: 'ADMITTED',
    outcome: null,
    voidReason: null,
    admittedAt: at.moment.now,
    kAdm: at.last.seq,
    hAdm: at.last.head,
    salt: command.salt,
    rulesHash: at.view.rulesHash,
    shard: at.moment.shard,
    batch: at.moment.batch,
    entry: null,
    expiresAt: null,
    exit: null,
    credit: null,
    settledAt: null,
  };
}
