import { z } from 'zod';
import type { ActDefinition, ActKind } from '#server/approvals/index.ts';
import { startBulk, type BulkParts } from './bulk.ts';
import { countEnds, findBulk, lockBulk } from './store.ts';

const FIELDS = z.object({ bulk: z.uuid(), act: z.string().max(60), people: z.int() });
type Fields = z.infer<typeof FIELDS>;

/** An act on more people than one of staff may reach alone. */
export const BULK_BEGUN: ActKind<Fields> = {
  name: 'bulk.begun',
  title: 'Do an act to many people',
  fields: FIELDS,
  people: 2,
  roles: new Set(['ADMIN', 'COMPLIANCE'] as const),
  about: () => null,
};

export function bulkBegunAct(parts: Pick<BulkParts, 'clock' | 'audit'>): ActDefinition<Fields> {
  return {
    ...BULK_BEGUN,
    refuses: async (tx, { bulk }) =>
      (await findBulk(tx, bulk))?.state === 'TRIED' ? null : 'This bulk act was begun or stopped.',
    now: async (tx, { bulk }, { lock }) => {
      const row = await (lock ? lockBulk(tx, bulk) : findBulk(tx, bulk));
      const ends = await countEnds(tx, bulk);
      return {
        state: row?.state ?? 'none',
        changes: ends.get('try changes') ?? 0,
        refused: (ends.get('try refused') ?? 0) + (ends.get('try failed') ?? 0),
      };
    },
    execute: async (tx, { bulk }, approved) => {
      const isBegun = await startBulk(parts, tx, { id: bulk, by: null, request: approved.requestId });
      if (!isBegun) throw new Error(`the bulk act ${bulk} cannot begin`);
      return { begun: true };
    },
  };
}
