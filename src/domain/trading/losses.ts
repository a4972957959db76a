import { add, subtract, usdt } from '../money.ts';
import type { Usdt } from '../money.ts';
import type { Refusal } from '../refusals.ts';
import type { PlayLimits } from '../identity/trading-eligibility.ts';
import { DAY_MS } from '../time.ts';

const MINUTE_MS = 60_000;

/** Loss limits and their rolling windows, ms. */
const WINDOWS = [
  { kind: 'loss_day', limit: 'lossDay', ms: DAY_MS },
  { kind: 'loss_week', limit: 'lossWeek', ms: 7 * DAY_MS },
  { kind: 'loss_month', limit: 'lossMonth', ms: 30 * DAY_MS },
] as const;

/** What must be read back to know a person's losses, ms. */
export const LOSSES_KEPT_MS = 30 * DAY_MS + MINUTE_MS;

/** Stakes less credits of what ended in one minute, 10^-6; negative where the person won. `minute` = ms / 60,000. */
export interface MinuteLoss {
  readonly minute: number;
  net: bigint;
}

interface PersonLosses {
  /** In the order of time. */
  minutes: MinuteLoss[];
  /** By window: the first minute that is in it, and the sum of all from there. */
  readonly spans: { first: number; sum: bigint }[];
}

/**
 * Real money that people have at stake and have lost. Open stakes are those of all committed and admitted predictions;
 * realised losses are held for those whose limits asked for them, and are exact from then on.
 */
export interface Losses {
  readonly open: Map<string, Usdt>;
  readonly people: Map<string, PersonLosses>;
}

export function createLosses(): Losses {
  return { open: new Map(), people: new Map() };
}

/** Does any of these limits need a person's losses? */
export function boundByLosses(limits: PlayLimits): boolean {
  return WINDOWS.some(({ limit }) => limits[limit] !== null);
}

/** Takes in a person's losses as the tables have them, in the order of time. */
export function rememberLosses(losses: Losses, userId: string, minutes: readonly MinuteLoss[]): void {
  const sum = minutes.reduce((total, { net }) => total + net, 0n);
  const person: PersonLosses = {
    minutes: minutes.map((one) => ({ ...one })),
    spans: WINDOWS.map(() => ({ first: 0, sum })),
  };
  losses.people.set(userId, person);
}

/** Counts an admitted stake in. */
export function openStake(losses: Losses, userId: string, stake: Usdt): void {
  losses.open.set(userId, add(losses.open.get(userId) ?? usdt(0n), stake));
}

/** Counts a stake out again: it ended, or was never stored. */
export function closeStake(losses: Losses, userId: string, stake: Usdt): void {
  const open = subtract(losses.open.get(userId) ?? usdt(0n), stake);
  if (open === 0n) losses.open.delete(userId);
  else losses.open.set(userId, open);
}

/** A prediction's end is stored: its stake is no longer open, what it cost (or brought) is realised. `at`: ms, never falling. */
export function realise(
  losses: Losses,
  end: { readonly userId: string; readonly stake: Usdt; readonly credit: Usdt; readonly at: number },
): void {
  closeStake(losses, end.userId, end.stake);
  const person = losses.people.get(end.userId);
  if (person === undefined) return;
  const net = end.stake - end.credit;
  const minute = Math.floor(end.at / MINUTE_MS);
  const last = person.minutes.at(-1);
  if (last !== undefined && last.minute >= minute) last.net += net;
  else person.minutes.push({ minute, net });
  for (const span of person.spans) span.sum += net;
}

/**
 * May `stake` be placed under these limits? Net loss of each window (a net win counts as none, so that it never widens a limit) plus
 * open stakes plus this one must not pass it. The limit with the least room answers. A minute counts until all of it has left the window.
 */
export function lossGate(
  losses: Losses,
  wish: { readonly userId: string; readonly stake: Usdt; readonly limits: PlayLimits },
  now: number,
): Refusal | null {
  if (!boundByLosses(wish.limits)) return null;
  const person = losses.people.get(wish.userId);
  if (person === undefined) throw new Error(`losses of ${wish.userId} were not read`);
  const open = losses.open.get(wish.userId) ?? usdt(0n);
  let least: { room: bigint; refusal: Refusal } | null = null;
  WINDOWS.forEach(({ kind, limit, ms }, index) => {
    const amount = wish.limits[limit];
    if (amount === null) return;
    const lost = lostWithin(person, index, now - ms);
    const used = lost > 0n ? lost : 0n;
    const room = amount - used - open;
    if (least !== null && least.room <= room) return;
    const refusal = { code: 'LimitReached', limit: kind, amount, until: null } as const;
    least = { room, refusal: used < amount ? { ...refusal, reason: 'could_pass' } : refusal };
  });
  return answerOf(least, wish.stake);
}

function answerOf(least: { room: bigint; refusal: Refusal } | null, stake: Usdt): Refusal | null {
  return least !== null && stake > least.room ? least.refusal : null;
}

/** Sum of a window that begins at `from` (ms). Each minute enters and leaves once. */
function lostWithin(person: PersonLosses, index: number, from: number): bigint {
  const span = person.spans[index];
  if (span === undefined) throw new Error(`no window ${index}`);
  for (let one = person.minutes[span.first]; one !== undefined; one = person.minutes[span.first]) {
    if ((one.minute + 1) * MINUTE_MS > from) break;
    span.sum -= one.net;
    span.first += 1;
  }
  forgetBefore(person);
  return span.sum;
}

const FORGET_FROM = 1_024;

function forgetBefore(person: PersonLosses): void {
  const first = Math.min(...person.spans.map((span) => span.first));
  if (first < FORGET_FROM) return;
  person.minutes = person.minutes.slice(first);
  for (const span of person.spans) span.first -= first;
}
