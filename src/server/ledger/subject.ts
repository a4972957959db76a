import type { Subject } from '#server/subject.ts';
import { adjustmentAct, type AdjustmentParts } from './adjustment.ts';
import { ledgerSeat, type LedgerSeatParts } from './office-seat.ts';
import { LEDGER_PERSONAL_DATA } from './store-personal-data.ts';

export const LEDGER = {
  twoPeople: (parts: AdjustmentParts) => [adjustmentAct(parts)],
  office: (parts: LedgerSeatParts) => ledgerSeat(parts),
  personalData: LEDGER_PERSONAL_DATA,
} satisfies Subject;
