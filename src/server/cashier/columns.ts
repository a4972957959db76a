import type { TransactionWire } from '#protocol/cashier/cashier.ts';
import type { Columns } from '#server/routing/csv.ts';

/** Times in UTC, exact amounts. Money of a recalled payment came back, so that it is in no sum. */
export const TRANSACTION_COLUMNS: Columns<TransactionWire> = {
  id: ({ id }) => id,
  at: ({ at }) => at,
  type: ({ type }) => type,
  sandbox: ({ sandbox }) => String(sandbox),
  status: ({ status }) => status,
  amount: ({ amountStr }) => amountStr,
  other: ({ other }) => other?.name ?? '',
  note: ({ note }) => note ?? '',
};
