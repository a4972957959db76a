import type { PoolClient } from 'pg';
import { z } from 'zod';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import {
  definitionOf,
  isSettingName,
  loosens,
  LOOSENING_WAIT_MS,
  mayBe,
  type SettingName,
} from '#domain/settings/settings.ts';
import { waitMs } from '#domain/waits.ts';
import type { ActDefinition, ActKind, Approved } from '#server/approvals/index.ts';
import { actorOf, type Audit, type By } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import { findHolding, findWaiting, insertVersion, lockName } from './store.ts';

export interface SettingParts {
  readonly config: Pick<Config, 'waits'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
}

export interface SettingChange {
  readonly name: SettingName;
  readonly value: bigint;
  readonly reason: string;
  readonly by: By | Approved;
}

/** When a change holds, ms; 'as-before': it is so, and nothing was done; 'two-people': it loosens, and was not approved. */
export type Changed = { readonly fromAt: number } | 'as-before' | 'two-people';

/**
 * Changes a setting, with its entry in the audit log. What tightens, or protects nobody, holds at once by one person; what loosens takes two
 * and holds a day after its approval. A change made meanwhile ends what waits, also one to what holds now. Refused as InvalidRequest: outside of its bounds.
 */
export async function changeSetting(
  { config, clock, audit }: SettingParts,
  tx: PoolClient,
  { name, value, reason, by }: SettingChange,
): Promise<Outcome<Changed>> {
  if (!mayBe(name, value)) return refused({ code: 'InvalidRequest', fields: { value: sideOf(name, value) } });
  await lockName(tx, name);
  const now = clock.now();
  const before = await valueOf(tx, name, now);
  if (before === value && !(await isWaiting(tx, name, now))) return ok('as-before');
  const isLooser = loosens(name, { from: before, to: value });
  if (isLooser && by.kind !== 'approved') return ok('two-people');
  const fromAt = isLooser ? now + waitMs(LOOSENING_WAIT_MS, config.waits) : now;
  const [actor, request] = by.kind === 'approved' ? [null, by.requestId] : [actorOf(by).actorId, null];
  await insertVersion(tx, { name, value, reason, actor, request, madeAt: now, fromAt });
  await audit.write(tx, {
    ...actorOf(by),
    action: 'setting.changed',
    objectType: 'setting',
    objectId: name,
    reason,
    before: { value: before.toString() },
    after: { value: value.toString(), fromAt },
  });
  return ok({ fromAt });
}

async function valueOf(db: Queryable, name: SettingName, now: number): Promise<bigint> {
  const holding = await findHolding(db, now);
  return holding.find((version) => version.name === name)?.value ?? definitionOf(name).standard;
}

async function isWaiting(db: Queryable, name: SettingName, now: number): Promise<boolean> {
  return (await findWaiting(db, now)).some((version) => version.name === name);
}

function sideOf(name: SettingName, value: bigint): 'too_small' | 'too_large' | 'decimals' {
  if (value < definitionOf(name).least) return 'too_small';
  return value > definitionOf(name).most ? 'too_large' : 'decimals';
}

const FIELDS = z.object({
  name: z.string().refine(isSettingName),
  /** Money in 10^-6. */
  value: z.string().regex(/^\d{1,18}$/),
});
type Fields = { readonly name: string; readonly value: string };

/** A setting is loosened: two people. To tighten one takes one. */
export const SETTING_LOOSENED: ActKind<Fields> = {
  name: 'setting.loosened',
  title: 'Loosen a setting',
  fields: FIELDS,
  people: 2,
  roles: new Set(['ADMIN'] as const),
  about: () => null,
};

export function settingLoosenedAct(parts: SettingParts): ActDefinition<Fields> {
  return {
    ...SETTING_LOOSENED,
    refuses: async (tx, { name, value }) => {
      if (!isSettingName(name) || !mayBe(name, BigInt(value)))
        return 'That value is outside the bounds of the setting.';
      const before = await valueOf(tx, name, parts.clock.now());
      return before === BigInt(value) ? 'It has that value already.' : null;
    },
    now: async (tx, { name }, { lock }) => {
      if (!isSettingName(name)) return {};
      if (lock) await lockName(tx, name);
      return { value: (await valueOf(tx, name, parts.clock.now())).toString() };
    },
    execute: async (tx, { name, value }, approved) => {
      if (!isSettingName(name)) throw new Error(`there is no setting ${name}`);
      const ask = { name, value: BigInt(value), reason: approved.reason, by: approved };
      const done = await changeSetting(parts, tx, ask);
      if (!done.ok || typeof done.value === 'string') throw new Error(`the setting ${name} was not changed`);
      return { fromAt: done.value.fromAt };
    },
  };
}
