import type { Usdt } from '../money.ts';

/** A sign that play may do somebody harm (docs/rules/limits.md#safer-play). */
export const PLAY_SIGNS = ['chasing', 'rising', 'night', 'failed_deposits', 'cancelled_withdrawals', 'raises'] as const;
export type PlaySignName = (typeof PLAY_SIGNS)[number];

export interface PlaySign {
  readonly name: PlaySignName;
  /** What was counted; of `rising`, how many times the stake of before. */
  readonly count: number;
  /** From which count on it is a sign. */
  readonly from: number;
  readonly isUp: boolean;
}

/** What is looked at: the last `SIGN_DAYS` UTC days, today with them. */
export interface PlaySeen {
  /** Days on which something of real money ended. `ago`: 0 is today. */
  readonly days: readonly {
    readonly ago: number;
    readonly chased: number;
    readonly highest: Usdt;
    /** Bit n: something ended in hour n, UTC. */
    readonly hours: number;
  }[];
  readonly failedDeposits: number;
  readonly cancelledWithdrawals: number;
  /** Limits of their own that became higher, or ended. */
  readonly raises: number;
}

export const SIGN_DAYS = 28;
/** The largest stake of these days is compared with that of the days before them. */
const LATE_DAYS = 7;
const MOST_TIMES = 99;
/** From 0:00 to 5:59 UTC. */
const NIGHT = 0b111111;

/** From which count on each is a sign. */
export type SignThresholds = Readonly<Record<PlaySignName, number>>;

export const STANDARD_SIGNS: SignThresholds = {
  chasing: 5,
  rising: 3,
  night: 4,
  failed_deposits: 3,
  cancelled_withdrawals: 2,
  raises: 2,
};

/** So many signs at once call for the first step, which is done without anybody, unless the operator says otherwise. */
export const SIGNS_FOR_STEP = 2;

/** Every sign with what was counted, whether or not it is up. */
export function playSigns(seen: PlaySeen, from: SignThresholds): readonly PlaySign[] {
  const days = seen.days.filter(({ ago }) => ago >= 0 && ago < SIGN_DAYS);
  const counts: Readonly<Record<PlaySignName, number>> = {
    chasing: days.reduce((sum, { chased }) => sum + chased, 0),
    rising: timesHigher(days),
    night: days.filter(({ hours }) => (hours & NIGHT) !== 0).length,
    failed_deposits: seen.failedDeposits,
    cancelled_withdrawals: seen.cancelledWithdrawals,
    raises: seen.raises,
  };
  return PLAY_SIGNS.map((name) => ({
    name,
    count: counts[name],
    from: from[name],
    isUp: counts[name] >= from[name],
  }));
}

/** How many times as large the largest stake of the last days is as that of the days before, whole; 0: there is nothing to compare. */
function timesHigher(days: PlaySeen['days']): number {
  const largest = (some: PlaySeen['days']) =>
    some.reduce((most, { highest }) => (highest > most ? highest : most), 0n as bigint);
  const before = largest(days.filter(({ ago }) => ago >= LATE_DAYS));
  const late = largest(days.filter(({ ago }) => ago < LATE_DAYS));
  let times = 0;
  // Beyond this nobody reads on.
  while (before > 0n && times < MOST_TIMES && late >= before * BigInt(times + 1)) times += 1;
  return times;
}
