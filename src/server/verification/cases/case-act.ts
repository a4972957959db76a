import { z } from 'zod';
import { CASE_OUTCOMES } from '#domain/verification/name-check.ts';
import type { ActDefinition, ActKind } from '#server/approvals/index.ts';
import { decideCase, type CaseParts } from './cases.ts';
import { lockCase } from './store-cases.ts';

const FIELDS = z.object({ caseId: z.uuid(), userId: z.uuid(), outcome: z.enum(CASE_OUTCOMES) });

/** A person is somebody of a list, or is not although it is very like: two people. */
export const CASE_DECIDED: ActKind<z.infer<typeof FIELDS>> = {
  name: 'case.decided',
  title: 'Confirm a match with a sanctions list, or clear a strong one',
  fields: FIELDS,
  people: 2,
  roles: new Set(['ADMIN', 'COMPLIANCE'] as const),
  about: ({ userId }) => userId,
};

export function caseDecidedAct(parts: CaseParts): ActDefinition<z.infer<typeof FIELDS>> {
  return {
    ...CASE_DECIDED,
    refuses: async (tx, { caseId, userId }) => {
      const row = await lockCase(tx, caseId);
      if (row === null || row.userId !== userId) return 'There is no such case of this person.';
      return row.endedAt === null ? null : 'The case has ended.';
    },
    execute: async (tx, { caseId, outcome }, approved) => {
      const act = { caseId, outcome, by: approved, reason: approved.reason };
      return { done: await decideCase(parts, tx, act) };
    },
  };
}
