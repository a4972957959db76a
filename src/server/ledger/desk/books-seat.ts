import { usdt, type Usdt } from '#domain/money.ts';
import type { OfficeRow } from '#protocol/office/cells.ts';
import type { Queryable } from '#server/db/index.ts';
import { chip, money, recordLink, number, sentence, strong, text } from '#server/desk/cells.ts';
import type { DeskSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { findHouseAccounts, sumKinds, type KindSum } from './store-books.ts';

interface Parts {
  readonly db: Queryable;
}

const CLASSES: Readonly<Record<string, string>> = {
  A: 'Asset',
  L: 'Liability',
  E: 'Equity',
  I: 'Income',
  X: 'Expense',
};
export const REALMS = [
  { value: 'real', label: 'Real money' },
  { value: 'demo', label: 'Practice' },
] as const;

/** On its normal side, 10^-6. */
function balanceOf({ normal, debits, credits }: Pick<KindSum, 'normal' | 'debits' | 'credits'>): Usdt {
  return usdt(normal === 'C' ? credits - debits : debits - credits);
}

/** Debits and credits of all accounts by kind: their sums are equal, or the last line says by how much they differ. */
export function booksDesk({ db }: Parts): DeskSeat {
  return {
    desk: 'books',
    list: {
      columns: [
        { id: 'kind', label: 'Kind of account', head: true },
        { id: 'class', label: 'Class' },
        { id: 'accounts', label: 'Accounts', end: true },
        { id: 'debits', label: 'Debits', end: true },
        { id: 'credits', label: 'Credits', end: true },
        { id: 'balance', label: 'Balance', end: true, head: true },
      ],
      filters: [{ name: 'realm', label: 'Money', kind: 'choice', options: [...REALMS] }],
      after: /^[a-z_]{1,40}$/,
      read: async ({ filter, after, limit }) => {
        const kinds = await sumKinds(db, REALMS.find(({ value }) => value === filter['realm'])?.value ?? null);
        const rows = [...kinds.map(kindRow), sumRow(kinds)];
        const from = rows.findIndex(({ id }) => id === after) + 1;
        return rowPage(rows.slice(from, from + limit + 1), limit, (row) => row);
      },
    },
  };
}

function kindRow(sum: KindSum): OfficeRow {
  return {
    id: sum.kind,
    cells: [
      strong(sentence(sum.kind)),
      text(CLASSES[sum.class] ?? sum.class),
      number(sum.accounts),
      money(usdt(sum.debits)),
      money(usdt(sum.credits)),
      money(balanceOf(sum)),
    ],
  };
}

function sumRow(kinds: readonly KindSum[]): OfficeRow {
  const sum = (of: (kind: KindSum) => bigint) => kinds.reduce((all, kind) => all + of(kind), 0n);
  const [debits, credits] = [sum((kind) => kind.debits), sum((kind) => kind.credits)];
  return {
    id: 'all',
    cells: [
      strong('All accounts'),
      debits === credits ? chip('Balanced', 'ok') : chip('Not balanced', 'bad'),
      number(kinds.reduce((all, { accounts }) => all + accounts, 0)),
      money(usdt(debits)),
      money(usdt(credits)),
      money(usdt(debits - credits)),
    ],
  };
}

/** What the house has where: bank roll, maker, results, fees, costs. */
export function houseDesk({ db }: Parts): DeskSeat {
  return {
    desk: 'house',
    list: {
      columns: [
        { id: 'account', label: 'Account', head: true },
        { id: 'of', label: 'Of' },
        { id: 'class', label: 'Class' },
        { id: 'debits', label: 'Debits', end: true },
        { id: 'credits', label: 'Credits', end: true },
        { id: 'balance', label: 'Balance', end: true, head: true },
        { id: 'no', label: 'Number', end: true },
      ],
      filters: [],
      after: /^\d{1,20}$/,
      read: async ({ after, limit }) => {
        const accounts = await findHouseAccounts(db);
        const from = accounts.findIndex(({ id }) => id === after) + 1;
        return rowPage(accounts.slice(from, from + limit + 1), limit, (account) => ({
          id: account.id,
          cells: [
            strong(sentence(account.kind)),
            text(account.ref),
            text(CLASSES[account.class] ?? account.class),
            money(usdt(account.debits)),
            money(usdt(account.credits)),
            money(balanceOf(account), balanceOf(account) < 0n ? 'down' : 'plain'),
            recordLink('accounts', account.id, account.id),
          ],
        }));
      },
    },
  };
}
