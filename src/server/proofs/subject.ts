import { running } from '#server/upkeep/upkeep.ts';
import type { BaseParts, Subject } from '#server/subject.ts';
import { correctionsSeat, type CorrectionsSeatParts } from './desk/corrections-seat.ts';
import { PROOFS_PERSONAL_DATA } from './personal-data.ts';
import { createProofs, type Proofs } from './proofs.ts';
import { receiptsRoutes } from './routes.ts';
import { openReceiptAct, receiptPart, type ReceiptDeskParts } from './receipts/ticket-receipt.ts';

interface Made extends Pick<BaseParts, 'config'> {
  readonly proofs: Proofs;
}

export const PROOFS = {
  create: async (parts: BaseParts) => ({ proofs: await createProofs(parts) }),
  routes: (parts: Made) => ({ receipts: receiptsRoutes(parts) }),
  upkeep: ({ proofs }: Made) => [running('proofs', proofs)],
  office: (parts: ReceiptDeskParts & CorrectionsSeatParts) => {
    const { desks = [], parts: own = [], acts = [] } = correctionsSeat(parts);
    return { desks, parts: [receiptPart(parts), ...own], acts: [openReceiptAct(parts), ...acts] };
  },
  personalData: PROOFS_PERSONAL_DATA,
} satisfies Subject;
