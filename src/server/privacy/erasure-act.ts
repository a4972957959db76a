import { z } from 'zod';
import type { ActDefinition, ActKind } from '#server/approvals/index.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { eraseSoon } from './erase-soon.ts';
import type { Accounts } from './parts.ts';

const FIELDS = z.object({ userId: z.uuid() });

/** What may go of a closed or blocked account goes now, not after its 14 days: two people. */
export const ERASED: ActKind<z.infer<typeof FIELDS>> = {
  name: 'account.erased',
  title: 'Erase a person',
  fields: FIELDS,
  people: 2,
  roles: new Set(['ADMIN', 'COMPLIANCE'] as const),
  about: ({ userId }) => userId,
};

/** Its answer says how it stands: `open` is an account that its person could still close, and nothing was done. */
export function erasedAct({
  accounts,
  audit,
  clock,
}: {
  readonly accounts: Accounts;
  readonly audit: Pick<Audit, 'write'>;
  readonly clock: Pick<Clock, 'now'>;
}): ActDefinition<z.infer<typeof FIELDS>> {
  return {
    ...ERASED,
    execute: async (tx, { userId }, approved) => {
      const ask = { userId, now: clock.now(), by: approved, reason: approved.reason };
      return { done: await eraseSoon({ accounts, audit }, tx, ask) };
    },
  };
}
