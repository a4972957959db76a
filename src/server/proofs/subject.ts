import { z } from 'zod';
import { defineJob, enqueueWith, workOn } from '#server/jobs/index.ts';
import { atStart, running } from '#server/upkeep/upkeep.ts';
import type { BaseParts, Subject } from '#server/subject.ts';
import { correctionsSeat, type CorrectionsSeatParts } from './desk/corrections-seat.ts';
import { draw } from './liabilities/chance.ts';
import { createLiabilities, type Liabilities } from './liabilities/liabilities.ts';
import type { LiabilityParts } from './liabilities/parts.ts';
import { liabilityRoutes } from './liabilities/routes.ts';
import { PROOFS_PERSONAL_DATA } from './personal-data.ts';
import { createProofs, type Proofs } from './proofs.ts';
import { publishedTicks } from './ticks/published-ticks.ts';
import { receiptsRoutes } from './routes.ts';
import { openReceiptAct, receiptPart, type ReceiptDeskParts } from './receipts/ticket-receipt.ts';

interface Made extends Pick<BaseParts, 'config'> {
  readonly proofs: Proofs;
  readonly liabilities: Liabilities;
}

/** Takes the snapshot of what people are owed where its hour has come. */
const TAKE_LIABILITIES = defineJob({
  name: 'proofs.liabilities',
  payload: z.strictObject({}),
  tries: 4,
  longestMs: 60 * 60_000,
});

export const PROOFS = {
  offers: () => ({ publishedTicks }),
  create: async (parts: BaseParts & Pick<LiabilityParts, 'contactOf'>) => {
    const proofs = await createProofs(parts);
    const pace = parts.config.mode === 'sandbox' ? ('hour' as const) : ('month' as const);
    return { proofs, liabilities: createLiabilities({ ...parts, proofs, pace, draw }) };
  },
  routes: (parts: Made) => ({ receipts: receiptsRoutes(parts), liabilities: liabilityRoutes(parts) }),
  // Once in each hour, whatever happens: that it is drawn there must stay as likely as in any other.
  jobs: ({ liabilities }: Made) => [
    workOn(
      TAKE_LIABILITIES,
      () =>
        async (_payload, { attempt }) => {
          await liabilities.takeDue(attempt > 1);
        },
      { schedule: '7 * * * *' },
    ),
  ],
  upkeep: ({ proofs, config, db }: Made & Pick<BaseParts, 'db'>) => [
    running('proofs', proofs),
    // Whoever tries a sandbox finds one.
    ...(config.mode === 'sandbox'
      ? [atStart('proof of liabilities', () => enqueueWith(db, TAKE_LIABILITIES, { payload: {}, key: 'start' }))]
      : []),
  ],
  office: (parts: ReceiptDeskParts & CorrectionsSeatParts) => {
    const { desks = [], parts: own = [], acts = [] } = correctionsSeat(parts);
    return { desks, parts: [receiptPart(parts), ...own], acts: [openReceiptAct(parts), ...acts] };
  },
  personalData: PROOFS_PERSONAL_DATA,
} satisfies Subject;
