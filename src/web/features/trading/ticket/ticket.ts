import type { Direction } from '#domain/trading/prediction.ts';
import { add, profitOf, subtract, usdt, type Usdt } from '#domain/money.ts';
import type { Realm } from '#domain/realm.ts';
import { parseAmount, stakeBounds } from './amount.ts';
import { nearestDuration, offeredDurations, payoutBpsOf, type DurationSource } from './durations.ts';
import type { PairWire } from '#protocol/trading.ts';

/** How long "Confirm Up $25" waits for the second tap. */
export const CONFIRM_MS = 3_000;
/** Two taps of one button closer than this are one tap. */
export const DOUBLE_TAP_MS = 300;
/** From this stake on, a stake of half the balance is always confirmed. */
const LARGE_STAKE = usdt(100_000_000n);

/** What the person has set on the ticket, and what the buttons are doing. */
export interface Ticket {
  /** As typed. */
  readonly amount: string;
  /** What the person wishes; the pair may offer only something near. */
  readonly durationSec: number;
  readonly oneClick: boolean;
  readonly confirming: { readonly direction: Direction; readonly stake: Usdt; readonly until: number } | null;
  readonly lastTap: Readonly<Record<Direction, number>>;
}

export type TicketPair = DurationSource &
  Pick<PairWire, 'id' | 'status' | 'isEnabledPair' | 'payout' | 'payouts' | 'minStake' | 'maxStake'>;

/** What the ticket is judged against. `now` is server time in ms. */
export interface TicketScene {
  readonly pair: TicketPair;
  /** What can be staked; null while unknown. */
  readonly cash: Usdt | null;
  /** Are prices coming in? */
  readonly connected: boolean;
  readonly now: number;
}

export type TicketProblem =
  | 'reconnecting'
  | 'closed'
  | 'offline'
  | 'noDuration'
  | 'amountMissing'
  | 'belowMin'
  | 'aboveMax'
  | 'noBalance';

/** Problems of the market: the buttons carry the reason and do nothing. The others keep the buttons and say what to fix. */
export const BLOCKING: ReadonlySet<TicketProblem> = new Set(['reconnecting', 'closed', 'offline', 'noDuration']);

/** A fresh ticket: one-click is on in demo, off in real until the person turns it on. */
export function newTicket(realm: Realm, remembered: { readonly amount: string; readonly durationSec: number }): Ticket {
  return {
    amount: parseAmount(remembered.amount) === null ? '25' : remembered.amount,
    durationSec: remembered.durationSec,
    oneClick: realm === 'demo',
    confirming: null,
    lastTap: { UP: -Infinity, DOWN: -Infinity },
  };
}

/** The duration that a tap would use: the wished one or the nearest offered. null when the pair offers none. */
export function chosenDuration(ticket: Pick<Ticket, 'durationSec'>, scene: TicketScene): number | null {
  return nearestDuration(offeredDurations(scene.pair, scene.now), ticket.durationSec);
}

export interface TicketSummary {
  readonly stake: Usdt;
  readonly payoutBps: number;
  readonly profit: Usdt;
  /** Stake plus profit. */
  readonly totalReturn: Usdt;
  /** How often one must be right to keep even: 1 / (1 + payout), as a fraction. */
  readonly breakEven: number;
  /** What the house keeps of the stake on average when both directions are as likely: (1 - payout) / 2. */
  readonly edge: number;
}

/** The figures shown before the tap. An unreadable amount counts as zero. */
export function summary(ticket: Ticket, scene: TicketScene): TicketSummary {
  const stake = parseAmount(ticket.amount) ?? usdt(0n);
  const payoutBps = payoutBpsOf(scene.pair, chosenDuration(ticket, scene) ?? ticket.durationSec);
  const profit = profitOf(stake, payoutBps);
  return {
    stake,
    payoutBps,
    profit,
    totalReturn: add(stake, profit),
    breakEven: 10_000 / (10_000 + payoutBps),
    edge: (10_000 - payoutBps) / 20_000,
  };
}

/** The first thing that stands in the way, in the order of the server's gates; null when a tap can go out. */
export function problem(ticket: Ticket, scene: TicketScene): TicketProblem | null {
  const { pair } = scene;
  if (pair.status === 'closed') return 'closed';
  if (!scene.connected) return 'reconnecting';
  if (pair.status === 'offline' || !pair.isEnabledPair) return 'offline';
  if (chosenDuration(ticket, scene) === null) return 'noDuration';
  const stake = parseAmount(ticket.amount);
  if (stake === null || stake === 0n) return 'amountMissing';
  const bounds = stakeBounds(pair);
  if (stake < bounds.min) return 'belowMin';
  if (stake > bounds.max) return 'aboveMax';
  if (scene.cash !== null && stake > scene.cash) return 'noBalance';
  return null;
}

/** Must this tap be confirmed by a second one? */
export function needsConfirmation(ticket: Ticket, stake: Usdt, cash: Usdt | null): boolean {
  if (!ticket.oneClick) return true;
  return stake >= LARGE_STAKE && cash !== null && stake * 2n >= cash;
}

export type TapVerdict =
  | { readonly kind: 'merged' }
  | { readonly kind: 'problem'; readonly problem: TicketProblem }
  | { readonly kind: 'confirm' }
  | { readonly kind: 'place'; readonly stake: Usdt; readonly durationSec: number; readonly payoutBps: number };

/** What a tap on a button does. Pure: the caller applies the returned ticket and sends what is to be placed. */
export function tap(
  ticket: Ticket,
  scene: TicketScene,
  direction: Direction,
): { readonly ticket: Ticket; readonly verdict: TapVerdict } {
  if (scene.now - ticket.lastTap[direction] < DOUBLE_TAP_MS) return { ticket, verdict: { kind: 'merged' } };
  const touched = { ...ticket, lastTap: { ...ticket.lastTap, [direction]: scene.now } };
  const found = problem(ticket, scene);
  if (found !== null) return { ticket: { ...touched, confirming: null }, verdict: { kind: 'problem', problem: found } };
  const { stake, payoutBps } = summary(ticket, scene);
  if (needsConfirmation(ticket, stake, scene.cash) && !isConfirming(ticket, { direction, stake, now: scene.now })) {
    const confirming = { direction, stake, until: scene.now + CONFIRM_MS };
    return { ticket: { ...touched, confirming }, verdict: { kind: 'confirm' } };
  }
  const durationSec = chosenDuration(ticket, scene) ?? ticket.durationSec;
  return {
    ticket: { ...touched, confirming: null },
    verdict: { kind: 'place', stake, durationSec, payoutBps },
  };
}

function isConfirming(
  ticket: Ticket,
  wanted: { readonly direction: Direction; readonly stake: Usdt; readonly now: number },
): boolean {
  const open = ticket.confirming;
  return open !== null && open.direction === wanted.direction && open.stake === wanted.stake && wanted.now < open.until;
}

/** Ends a confirmation whose time is over. */
export function forgetConfirmation(ticket: Ticket, now: number): Ticket {
  return ticket.confirming !== null && now >= ticket.confirming.until ? { ...ticket, confirming: null } : ticket;
}

/** A new amount or duration ends an open confirmation. */
export function withAmount(ticket: Ticket, amount: string): Ticket {
  return { ...ticket, amount, confirming: null };
}

export function withDuration(ticket: Ticket, durationSec: number): Ticket {
  return { ...ticket, durationSec, confirming: null };
}

export function withOneClick(ticket: Ticket, oneClick: 'on' | 'off'): Ticket {
  return { ...ticket, oneClick: oneClick === 'on', confirming: null };
}

/** What a person would hold if a prediction closed at this price: null before the entry is known. */
export function ifClosedNow(
  prediction: { readonly direction: Direction; readonly entry: number; readonly price: number },
  money: { readonly stake: Usdt; readonly payoutBps: number },
): { readonly result: 'win' | 'lose' | 'tie'; readonly profit: Usdt } {
  const { direction, entry, price } = prediction;
  if (price === entry) return { result: 'tie', profit: usdt(0n) };
  const right = price > entry === (direction === 'UP');
  return right
    ? { result: 'win', profit: profitOf(money.stake, money.payoutBps) }
    : { result: 'lose', profit: subtract(usdt(0n), money.stake) };
}
