import type { Pool } from 'pg';
import { holds } from '#domain/office/permissions.ts';
import { moneyTypeOf } from '#domain/ledger/money-types.ts';
import { usdt } from '#domain/money.ts';
import type { OfficeRow } from '#protocol/office/cells.ts';
import { chip, code, money, recordLink, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { PartSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { personAccountsPage, type PersonAccount } from './store-person-accounts.ts';
import { moneyMoved, type MoneyMoved } from './store-money.ts';

const JOURNAL = /^\d{1,18}$/;

/** What came to the balance of a person and left it beside trading, newest first: by the journals of the ledger. */
export function moneyPart({ db }: { readonly db: Pool }): PartSeat {
  return {
    desk: 'people',
    id: 'money',
    title: 'Money',
    permission: 'people.money',
    place: 'tab',
    order: 5,
    table: {
      columns: [
        { id: 'what', label: 'What', head: true },
        { id: 'kind', label: 'Journal', head: true },
        { id: 'no', label: 'No.' },
        { id: 'for', label: 'For' },
        { id: 'amount', label: 'Amount', end: true },
        { id: 'at', label: 'When', end: true },
      ],
      after: JOURNAL,
      read: async ({ id, after, limit, by }) => {
        const found = await moneyMoved(db, {
          ownerId: id,
          type: null,
          before: after,
          from: null,
          to: null,
          refStart: null,
          limit: limit + 1,
        });
        const links = holds(by.role, 'money.read');
        return rowPage(found, limit, (row) => movedRow(row, links));
      },
    },
  };
}

/** `links`: whoever reads it may open the ledger too. */
function movedRow(row: MoneyMoved, links: boolean): OfficeRow {
  return {
    id: row.no,
    cells: [
      strong(sentence(moneyTypeOf(row.code))),
      text(sentence(row.kind)),
      links ? recordLink('journals', `real.${row.no}`, row.no) : code(row.no),
      text(`${sentence(row.refType)} ${row.refId}`.slice(0, 60)),
      money(usdt(row.amount), row.amount < 0n ? 'down' : 'up'),
      time(row.at),
    ],
  };
}

/** Every account of a person in the ledger, with all that ever came to it and left it. */
export function accountsPart({ db }: { readonly db: Pool }): PartSeat {
  return {
    desk: 'people',
    id: 'accounts',
    title: 'Accounts',
    permission: 'people.money',
    place: 'tab',
    order: 6,
    table: {
      columns: [
        { id: 'kind', label: 'Account', head: true },
        { id: 'realm', label: 'Money', head: true },
        { id: 'id', label: 'No.' },
        { id: 'in', label: 'Came', end: true },
        { id: 'out', label: 'Left', end: true },
        { id: 'balance', label: 'Balance', end: true },
      ],
      after: JOURNAL,
      read: async ({ id, after, limit, by }) => {
        const found = await personAccountsPage(db, { ownerId: id, after, limit: limit + 1 });
        const links = holds(by.role, 'money.read');
        return rowPage(found, limit, (account) => accountRow(account, links));
      },
    },
  };
}

function accountRow(account: PersonAccount, links: boolean): OfficeRow {
  return {
    id: account.id,
    cells: [
      strong(sentence(account.kind.replace(/^user_/, ''))),
      chip(account.isReal ? 'Real' : 'Practice'),
      links ? recordLink('accounts', account.id, account.id) : code(account.id),
      money(usdt(account.credits)),
      money(usdt(account.debits)),
      money(usdt(account.credits - account.debits)),
    ],
  };
}
