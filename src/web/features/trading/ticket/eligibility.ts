import { fromDecimal, usdt, type Usdt } from '#domain/money.ts';
import type { NameStatus } from '#domain/identity/trading-eligibility.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import type { PageId } from '#web/page-rows.ts';

export type Limits = CallAnswer<'limits.read'>;
export type LimitView = Limits['limits'][number];
export type Verifications = CallAnswer<'user.profile'>['verifications'];

/** What is known of whoever plays with real money. */
export interface Person {
  readonly verifications: Verifications;
  readonly limits: Limits;
  /** Stakes of open predictions, 10^-6: they count as lost until they end. */
  readonly atStake: Usdt;
}

/** What keeps a person from placing with real money. Times in ms. */
export type Restriction =
  | { readonly kind: 'time_out' | 'returning'; readonly until: number }
  /** null: for ever. */
  | { readonly kind: 'excluded'; readonly until: number | null }
  /** The self-exclusion has run out; trading opens so long after it is asked for. */
  | { readonly kind: 'over'; readonly waitMs: number }
  | { readonly kind: 'session' }
  | { readonly kind: 'loss'; readonly amountStr: string }
  | { readonly kind: 'name'; readonly status: Exclude<NameStatus, 'APPROVED'> }
  | { readonly kind: 'email' };

/** Smallest stake of all: with less room than this nothing fits under a loss limit. */
const LEAST = usdt(1_000_000n);

/** The first gate that looks at the person and says no, in the order of docs/rules/predictions.md#gates; null where none does. The server has the last word. */
export function restrictionOf({ verifications, limits, atStake }: Person, now: number): Restriction | null {
  return (
    pauseOf(limits, now) ??
    usedUpOf(limits, atStake) ??
    (verifications.name === 'APPROVED' ? null : { kind: 'name', status: verifications.name }) ??
    (verifications.email ? null : { kind: 'email' })
  );
}

function pauseOf({ pause, waits }: Limits, now: number): Restriction | null {
  const until = pause.until === null ? null : Date.parse(pause.until);
  const isPast = until !== null && until <= now;
  const over = { kind: 'over', waitMs: waits.return * 1_000 } as const;
  if (pause.state === 'OVER') return over;
  if (pause.state === 'EXCLUDED') return isPast ? over : { kind: 'excluded', until };
  if (pause.state === 'FREE' || until === null || isPast) return null;
  return { kind: pause.state === 'TIME_OUT' ? 'time_out' : 'returning', until };
}

function usedUpOf({ limits }: Limits, atStake: Usdt): Restriction | null {
  const session = limits.find(({ name }) => name === 'session');
  if (session !== undefined && session.minutes !== null && (session.usedMinutes ?? 0) >= session.minutes) {
    return { kind: 'session' };
  }
  const tightest = tightestLoss(limits);
  if (tightest === null || tightest.room - atStake >= LEAST) return null;
  return { kind: 'loss', amountStr: tightest.amountStr };
}

interface LossLimit {
  readonly name: LimitView['name'];
  readonly amountStr: string;
  readonly usedStr: string;
  /** What may still be lost, 10^-6. */
  readonly room: bigint;
  /** How much of it is used, 0 to 1. */
  readonly share: number;
}

/** Of the loss limits that are set, the one with the least room: it is the one that answers. null: none is set. */
export function tightestLoss(limits: readonly LimitView[]): LossLimit | null {
  const set = limits.flatMap(({ name, amountStr, usedStr }) => {
    const amount = amountStr === null ? null : fromDecimal(amountStr, 6);
    const used = usedStr === null ? null : fromDecimal(usedStr, 6);
    if (!name.startsWith('loss_') || amountStr === null || usedStr === null || amount === null || used === null)
      return [];
    const share = Math.min(1, Number(used) / Number(amount));
    return [{ name, amountStr, usedStr, room: amount - used, share }];
  });
  return set.reduce<LossLimit | null>((least, one) => (least === null || one.room < least.room ? one : least), null);
}

/** What one prediction may cost by the person's own limit, exact decimal text; null: no such limit. */
export function ownStakeMax(limits: readonly LimitView[]): string | null {
  return limits.find(({ name }) => name === 'stake')?.amountStr ?? null;
}

/** May shares still be sold? Limits bind what is put in, never what is taken out. */
export function canSell(restriction: Restriction): boolean {
  return restriction.kind === 'session' || restriction.kind === 'loss';
}

const NAME_STEPS: Readonly<Record<Exclude<NameStatus, 'APPROVED'>, PageId>> = {
  PENDING_NAME: 'settings-personal',
  REJECTED: 'settings-personal',
  PENDING_APPROVE: 'account',
  BLOCKED: 'account',
};

/** The page of the one next step. */
export function nextStep(restriction: Restriction): PageId {
  if (restriction.kind === 'name') return NAME_STEPS[restriction.status];
  if (restriction.kind === 'email') return 'account';
  return restriction.kind === 'excluded' ? 'responsible-trading' : 'settings-limits';
}

/** Is the demo a way to go on? Not for whoever takes a break from it all. */
export function offersDemo(restriction: Restriction): boolean {
  return restriction.kind === 'name' || restriction.kind === 'email';
}
