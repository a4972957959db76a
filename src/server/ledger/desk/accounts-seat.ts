import { usdt, type Usdt } from '#domain/money.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { OfficeRow } from '#protocol/office/cells.ts';
import type { Pool } from 'pg';
import { transaction, type Queryable } from '#server/db/index.ts';
import { chip, code, line, money, recordLink, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, PartSeat, RowPage } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { whose } from './explorer-seat.ts';
import { findAccount, listAccounts, movementsOf, type AccountFound, type Movement } from './store-explorer.ts';

interface Parts {
  readonly db: Pool;
}

const NUMBER = /^\d{1,19}$/;
/** Where a page of movements goes on, and the balance there: `123.-4000000`. */
const MOVEMENT = /^\d{1,19}\.-?\d{1,20}$/;

/** On its normal side, 10^-6. */
const sideOf = (
  { normal }: Pick<AccountFound, 'normal'>,
  of: { readonly debits: bigint; readonly credits: bigint },
): Usdt => usdt(normal === 'C' ? of.credits - of.debits : of.debits - of.credits);

/** Accounts of the ledger: those of a person or of a kind, each with every movement and the balance after it. */
export function accountsDesk({ db }: Parts): DeskSeat {
  return {
    desk: 'accounts',
    list: {
      columns: [
        { id: 'kind', label: 'Account', head: true },
        { id: 'of', label: 'Of', head: true },
        { id: 'realm', label: 'Money' },
        { id: 'debits', label: 'Debits', end: true },
        { id: 'credits', label: 'Credits', end: true },
        { id: 'balance', label: 'Balance', end: true },
        { id: 'no', label: 'Number', end: true },
      ],
      filters: [{ name: 'person', label: 'Person ID', kind: 'text' }],
      after: NUMBER,
      read: async ({ filter: { person = null }, after, limit }) => {
        if (person !== null && !isRowId(person)) return { rows: [], next: null };
        return rowPage(await listAccounts(db, { ownerId: person, after, limit: limit + 1 }), limit, accountRow);
      },
    },
    record: {
      id: NUMBER,
      read: async (id) => {
        const found = await findAccount(db, id);
        if (found === null) return null;
        const chips = [chip(found.realm === 'real' ? 'Real money' : 'Practice', 'plain')];
        return { title: sentence(found.kind), subtitle: [code(id)], chips, subjectId: found.ownerId };
      },
    },
  };
}

function accountRow(account: AccountFound): OfficeRow {
  return {
    id: account.id,
    cells: [
      strong(sentence(account.kind)),
      whose(account),
      text(account.realm === 'real' ? 'Real money' : 'Practice'),
      money(usdt(account.debits)),
      money(usdt(account.credits)),
      money(sideOf(account, account)),
      code(account.id),
    ],
  };
}

export function accountFacts({ db }: Parts): PartSeat {
  return {
    desk: 'accounts',
    id: 'account',
    title: 'Account',
    permission: 'money.read',
    place: 'facts',
    lines: async ({ id }) => {
      const found = await findAccount(db, id);
      if (found === null) return [];
      return [
        line('Number', code(id)),
        line('Of', whose(found)),
        line('Balance', money(sideOf(found, found))),
        line('Debits', money(usdt(found.debits))),
        line('Credits', money(usdt(found.credits))),
        line('Grows by', text(found.normal === 'C' ? 'credits' : 'debits')),
      ];
    },
  };
}

/** Every journal that touched an account, with its balance after each. */
export function accountMovements({ db }: Parts): PartSeat {
  return {
    desk: 'accounts',
    id: 'movements',
    title: 'Movements',
    permission: 'money.read',
    place: 'tab',
    table: {
      columns: [
        { id: 'journal', label: 'Journal', head: true },
        { id: 'for', label: 'For' },
        { id: 'moved', label: 'Moved', end: true, head: true },
        { id: 'balance', label: 'Balance after', end: true },
        { id: 'at', label: 'When', end: true },
      ],
      after: MOVEMENT,
      read: ({ id, after, limit }) =>
        transaction(db, async (tx) => {
          // What the account holds and what moved it are of one moment.
          await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
          const account = await findAccount(tx, id);
          return account === null ? { rows: [], next: null } : readMovements(tx, account, { after, limit });
        }),
    },
  };
}

/** Balances are counted back from what the account holds now; a page carries the balance at which the next begins. */
async function readMovements(
  db: Queryable,
  account: AccountFound,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<RowPage> {
  const [before = null, held] = after?.split('.') ?? [];
  const { id, realm } = account;
  const { rows: found, end } = await movementsOf(db, { realm, account: id, before, limit: limit + 1 });
  let balance = held === undefined ? sideOf(account, account) : usdt(BigInt(held));
  const rows = found.slice(0, limit).map((movement) => {
    const moved = sideOf(account, movement);
    const row = movementRow(account, movement, { moved, balance });
    balance = usdt(balance - moved);
    return row;
  });
  const isCut = found.length > limit;
  const last = (isCut ? found[limit - 1]?.journal : end) ?? null;
  return { rows, next: last === null ? null : `${last}.${balance.toString()}` };
}

function movementRow(
  { realm }: AccountFound,
  { journal, kind, refType, refId, at }: Movement,
  { moved, balance }: { readonly moved: Usdt; readonly balance: Usdt },
): OfficeRow {
  return {
    id: journal,
    cells: [
      recordLink('journals', `${realm}.${journal}`, sentence(kind)),
      text(`${sentence(refType)} ${refId}`),
      money(moved, moved < 0n ? 'down' : 'up'),
      money(balance),
      time(at),
    ],
  };
}
