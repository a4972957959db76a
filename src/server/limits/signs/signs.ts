import type { Pool, PoolClient } from 'pg';
import { playSigns, SIGN_DAYS, type PlaySign } from '#domain/limits/play-signs.ts';
import { signThresholdsOf } from '#domain/settings/settings.ts';
import { DAY_MS } from '#domain/time.ts';
import { actorOf, type Audit, type By } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import { lockControls } from '../store.ts';
import { countRaises, daysOfPlay, findLooked, insertStep, lastStep, type CountedSigns } from './store-signs.ts';

/** How often something happened to each of some people since `since` (ms); who is not in it: never. */
export type CountSince = (
  db: Queryable,
  people: readonly string[],
  since: number,
) => Promise<ReadonlyMap<string, number>>;

export interface SignParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly settings: Pick<LiveSettings, 'values' | 'number'>;
  /** Deposits by card and the like that failed. */
  readonly failedDeposits: CountSince;
  /** Withdrawals that the person took back. */
  readonly cancelledWithdrawals: CountSince;
}

/** People who are looked at in one go. */
const AT_A_TIME = 500;

/** The signs of each of some people now. */
export async function signsOf(
  parts: Omit<SignParts, 'db' | 'audit'>,
  db: Queryable,
  people: readonly string[],
): Promise<ReadonlyMap<string, readonly PlaySign[]>> {
  const now = parts.clock.now();
  const since = now - SIGN_DAYS * DAY_MS;
  const days = await daysOfPlay(db, people, now);
  const failed = await parts.failedDeposits(db, people, since);
  const cancelled = await parts.cancelledWithdrawals(db, people, since);
  const raises = await countRaises(db, people, since);
  const from = signThresholdsOf(parts.settings.values);
  const seenOf = (userId: string) => ({
    days: days.get(userId) ?? [],
    failedDeposits: failed.get(userId) ?? 0,
    cancelledWithdrawals: cancelled.get(userId) ?? 0,
    raises: raises.get(userId) ?? 0,
  });
  return new Map(people.map((userId) => [userId, playSigns(seenOf(userId), from)]));
}

const upOf = (signs: readonly PlaySign[]): CountedSigns =>
  Object.fromEntries(signs.filter(({ isUp }) => isUp).map(({ name, count }) => [name, count]));

/** Takes the first step for everybody whose signs call for it: breaks and limits are suggested to them, once in `SIGN_DAYS`. */
export async function takeSteps(parts: SignParts): Promise<void> {
  for (let after: string | null = null; ;) {
    const people: readonly string[] = await findLooked(parts.db, { now: parts.clock.now(), after, limit: AT_A_TIME });
    const signs = await signsOf(parts, parts.db, people);
    for (const userId of people) {
      const up = upOf(signs.get(userId) ?? []);
      if (Object.keys(up).length < parts.settings.number('signs.for_break')) continue;
      await transaction(parts.db, (tx) => suggestBreak(parts, tx, { userId, signs: up, by: null }));
    }
    after = people.at(-1) ?? null;
    if (people.length < AT_A_TIME) return;
  }
}

/** Is a step of the last `SIGN_DAYS` there? */
export async function isStepTaken(
  { clock }: Pick<SignParts, 'clock'>,
  db: Queryable,
  userId: string,
): Promise<boolean> {
  const last = await lastStep(db, userId);
  return last !== null && last > clock.now() - SIGN_DAYS * DAY_MS;
}

/** Suggests a break to a person and keeps that it was done, with the signs that were up. `by` null: the product. False: it was done within `SIGN_DAYS`. */
export async function suggestBreak(
  parts: Pick<SignParts, 'clock' | 'audit'>,
  tx: PoolClient,
  step: {
    readonly userId: string;
    readonly signs: CountedSigns;
    readonly by: { readonly who: By; readonly reason: string } | null;
  },
): Promise<boolean> {
  const { userId, signs, by } = step;
  await lockControls(tx, userId);
  if (await isStepTaken(parts, tx, userId)) return false;
  const actor = by === null ? ({ actorId: null, role: 'SYSTEM' } as const) : actorOf(by.who);
  await insertStep(tx, { userId, at: parts.clock.now(), signs, staff: by === null ? null : actor.actorId });
  await record(tx, [{ kind: 'limit.changed', userId, what: 'break_suggested' }]);
  await parts.audit.write(tx, {
    ...actor,
    action: 'break.suggested',
    objectType: 'user',
    objectId: userId,
    subjectId: userId,
    after: { signs },
    ...(by === null ? {} : { reason: by.reason }),
  });
  return true;
}

/** The signs of a person that are up, for a step of staff. */
export async function signsUp(
  parts: Omit<SignParts, 'db' | 'audit'>,
  db: Queryable,
  userId: string,
): Promise<CountedSigns> {
  return upOf((await signsOf(parts, db, [userId])).get(userId) ?? []);
}
