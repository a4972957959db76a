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
  network: ({ withdrawal, deposit }) => (withdrawal ?? deposit)?.network ?? '',
  coin: ({ withdrawal, deposit }) => (withdrawal ?? deposit)?.token ?? '',
  // What arrived in the coin: of a withdrawal without its fee.
  coins: ({ withdrawal, deposit }) => withdrawal?.coins ?? withdrawal?.receiveStr ?? deposit?.coins ?? '',
  // Dollars for one coin.
  rate: ({ withdrawal, deposit }) => (withdrawal ?? deposit)?.rate ?? '',
  address: ({ withdrawal }) => withdrawal?.address ?? '',
  transaction: ({ withdrawal, deposit }) => (withdrawal ?? deposit)?.txHash ?? '',
};
