import type { BaseParts, Subject } from '#server/subject.ts';
import { adjustmentAct, type AdjustmentParts } from './adjustment.ts';
import { booksDesk, houseDesk } from './desk/books-seat.ts';
import { accountFacts, accountMovements, accountsDesk } from './desk/accounts-seat.ts';
import { checksDesk } from './desk/checks-seat.ts';
import { journalFacts, journalsDesk, journalTransfers } from './desk/explorer-seat.ts';
import { journalsOfPrediction } from './desk/journals-of.ts';
import { moneyCharts } from './desk/charts.ts';
import { foldMoneyDays } from './desk/money-days.ts';
import { houseMovedAct, type HouseMovedParts } from './desk/house-moved-act.ts';
import { houseMoves } from './desk/house-seat.ts';
import { ledgerSeat, type LedgerSeatParts } from './office-seat.ts';
import { LEDGER_PERSONAL_DATA } from './store-personal-data.ts';

const FOLD_EVERY_MS = 5 * 60_000;

const explorerParts = (parts: LedgerSeatParts) => [
  journalFacts(parts),
  journalTransfers(parts),
  accountFacts(parts),
  accountMovements(parts),
];

export const LEDGER = {
  twoPeople: (parts: AdjustmentParts & HouseMovedParts) => [adjustmentAct(parts), houseMovedAct(parts)],
  upkeep: ({ db }: Pick<BaseParts, 'db'>) => [
    { name: 'money by day', everyMs: FOLD_EVERY_MS, work: () => foldMoneyDays(db) },
  ],
  office: (parts: LedgerSeatParts) => ({
    ...ledgerSeat(parts),
    parts: [...(ledgerSeat(parts).parts ?? []), ...explorerParts(parts), journalsOfPrediction(parts)],
    acts: [...(ledgerSeat(parts).acts ?? []), ...houseMoves(parts)],
    desks: [booksDesk(parts), houseDesk(parts), journalsDesk(parts), accountsDesk(parts), checksDesk(parts)],
    charts: moneyCharts(parts),
  }),
  personalData: LEDGER_PERSONAL_DATA,
} satisfies Subject;
