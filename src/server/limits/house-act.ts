import { z } from 'zod';
import { usdt } from '#domain/money.ts';
import type { ActDefinition, ActKind } from '#server/approvals/index.ts';
import { setHouseLimit, type HouseParts } from './house.ts';
import { findHouseLimit } from './store-house.ts';
import { lockControls } from './store.ts';

const FIELDS = z.object({
  userId: z.uuid(),
  /** 10^-6; null: no limit. */
  value: z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .nullable(),
});

/** A limit of the house is raised or ended: two people. To set one or to lower it takes one. */
export const HOUSE_LIMIT_LOOSENED: ActKind<z.infer<typeof FIELDS>> = {
  name: 'house_limit.loosened',
  title: 'Raise or end a stake limit',
  fields: FIELDS,
  people: 2,
  roles: new Set(['ADMIN', 'COMPLIANCE'] as const),
  about: ({ userId }) => userId,
};

export function houseLimitAct(parts: HouseParts): ActDefinition<z.infer<typeof FIELDS>> {
  return {
    ...HOUSE_LIMIT_LOOSENED,
    now: async (tx, { userId }, { lock }) => {
      if (lock) await lockControls(tx, userId);
      return { value: (await findHouseLimit(tx, userId))?.value.toString() ?? null };
    },
    execute: async (tx, { userId, value }, approved) => {
      const ask = { userId, value: value === null ? null : usdt(BigInt(value)), why: approved.reason, by: approved };
      return { done: await setHouseLimit(parts, tx, ask) };
    },
  };
}
