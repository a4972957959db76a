import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import type { DepositLimits } from '#domain/deposits/rules.ts';
import { limitAt } from '#domain/limits/limit.ts';
import type { LimitName } from '#domain/limits/limit.ts';
import { pausedUntil, pauseState } from '#domain/limits/pause.ts';
import { sessionEnd } from '#domain/limits/play-time.ts';
import { spanOf } from '#domain/settings/settings.ts';
import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Clock } from '#server/clock.ts';
import { STANDARD_SETTINGS, type LiveSettings } from '#server/settings/index.ts';
import { readControls } from './store.ts';
import type { Controls } from './store.ts';

export interface StandingParts {
  readonly clock: Pick<Clock, 'now'>;
  /** What an operator has set; without it the standard. */
  readonly settings?: Pick<LiveSettings, 'values'>;
}

/** What holds a person back from real play now, read afresh. Throws for a person who does not exist. */
export async function eligibilityOf(
  db: Queryable,
  userId: string,
  { clock, settings = STANDARD_SETTINGS }: StandingParts,
): Promise<TradingEligibility & { readonly depositLimits: DepositLimits<Usdt | null> }> {
  const now = clock.now();
  const { controls, person } = await readControls(db, userId, now);
  const session = valueOf(controls, 'session', now);
  const gapMs = spanOf('play.gap_minutes', settings.values);
  const state = pauseState(controls.pause, now);
  return {
    ...person,
    pausedUntil: pausedUntil(controls.pause, now),
    selfExcluded: state === 'EXCLUDED' || state === 'OVER' || state === 'RETURNING',
    sessionEndsAt: session === null ? null : sessionEnd(controls.playSessions, Number(session), { now, gapMs }),
    houseStakeMax: controls.house?.value ?? null,
    depositLimits: {
      day: moneyOf(controls, 'deposit_day', now),
      week: moneyOf(controls, 'deposit_week', now),
      month: moneyOf(controls, 'deposit_month', now),
    },
    limits: {
      stakeMax: moneyOf(controls, 'stake', now),
      lossDay: moneyOf(controls, 'loss_day', now),
      lossWeek: moneyOf(controls, 'loss_week', now),
      lossMonth: moneyOf(controls, 'loss_month', now),
    },
  };
}

function valueOf({ limits }: Controls, name: LimitName, now: number): bigint | null {
  const limit = limits.get(name);
  return limit === undefined ? null : limitAt(limit, now).value;
}

function moneyOf(controls: Controls, name: LimitName, now: number): Usdt | null {
  const value = valueOf(controls, name, now);
  return value === null ? null : usdt(value);
}
