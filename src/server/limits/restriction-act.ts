import { z } from 'zod';
import type { ActDefinition, ActKind } from '#server/approvals/index.ts';
import { toIso } from '#protocol/codecs.ts';
import { findRestrictions } from './store-restrictions.ts';
import { lockControls } from './store.ts';
import { setRestriction, type RestrictionParts } from './restrictions.ts';

const FIELDS = z.object({ userId: z.uuid() });

/** Payouts of a person are let go again: two people. One may hold them. */
export const PAYOUTS_RELEASED: ActKind<z.infer<typeof FIELDS>> = {
  name: 'payouts.released',
  title: 'Let payouts go again',
  fields: FIELDS,
  people: 2,
  roles: new Set(['ADMIN', 'COMPLIANCE', 'CASHIER'] as const),
  about: ({ userId }) => userId,
};

export function payoutsReleasedAct(parts: RestrictionParts): ActDefinition<z.infer<typeof FIELDS>> {
  return {
    ...PAYOUTS_RELEASED,
    now: async (tx, { userId }, { lock }) => {
      if (lock) await lockControls(tx, userId);
      const held = (await findRestrictions(tx, userId)).get('payouts');
      return { held: held === undefined ? 'no' : `since ${toIso(held.setAt)}` };
    },
    execute: async (tx, { userId }, approved) => {
      const ask = { userId, what: 'payouts', holds: false, reason: approved.reason, by: approved } as const;
      return { done: await setRestriction(parts, tx, ask) };
    },
  };
}
