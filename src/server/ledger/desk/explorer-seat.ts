import { usdt } from '#domain/money.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Realm } from '#domain/realm.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { Cell, FilterField, OfficeRow } from '#protocol/office/cells.ts';
import type { Queryable } from '#server/db/index.ts';
import { chip, code, line, money, number, recordLink, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, ListAsked, PartSeat, RowPage } from '#server/desk/contract.ts';
import { readAmount } from '#server/desk/fields.ts';
import { rowPage } from '#server/desk/index.ts';
import { REALMS } from './books-seat.ts';
import {
  findJournal,
  journalAt,
  listJournals,
  transfersOf,
  type JournalFilter,
  type JournalListed,
  type TransferListed,
} from './store-explorer.ts';

interface Parts {
  readonly db: Queryable;
}

const NUMBER = /^\d{1,19}$/;
/** `real.123`: a journal's number counts in its realm. */
const JOURNAL = /^(real|demo)\.\d{1,19}$/;

const FILTERS: readonly FilterField[] = [
  { name: 'realm', label: 'Money', kind: 'choice', options: [...REALMS] },
  { name: 'kind', label: 'Kind', kind: 'text' },
  { name: 'account', label: 'Account number', kind: 'text' },
  { name: 'person', label: 'Person ID', kind: 'text' },
  { name: 'for', label: 'ID of what it’s for', kind: 'text' },
  { name: 'amount', label: 'Amount of a transfer', kind: 'text' },
  { name: 'to', label: 'Until', kind: 'day' },
];

/** Journals of the ledger, newest first: by kind, account, person, cause, amount and day. */
export function journalsDesk({ db }: Parts): DeskSeat {
  return {
    desk: 'journals',
    list: {
      columns: [
        { id: 'no', label: 'Journal', head: true },
        { id: 'kind', label: 'Kind', head: true },
        { id: 'for', label: 'For' },
        { id: 'transfers', label: 'Transfers', end: true },
        { id: 'amount', label: 'Moved', end: true },
        { id: 'at', label: 'When', end: true },
      ],
      filters: FILTERS,
      after: JOURNAL,
      read: (asked) => readJournals(db, asked),
    },
    record: {
      id: JOURNAL,
      read: async (id) => {
        const found = await journalOf(db, id);
        if (found === null) return null;
        const chips = [chip(found.realm === 'real' ? 'Real money' : 'Practice', 'plain')];
        return { title: `${sentence(found.kind)}, ${found.id}`, subtitle: [code(found.id)], chips, subjectId: null };
      },
    },
  };
}

const realmOf = (value: string | undefined): Realm => (value === 'demo' ? 'demo' : 'real');

function journalOf(db: Queryable, id: string) {
  const [realm, no = ''] = id.split('.');
  return findJournal(db, realmOf(realm), no);
}

/** null: nothing can fit it. */
function filterOf(realm: Realm, given: ListAsked['filter']): JournalFilter | null {
  const { kind = null, account = null, person = null, amount: typed } = given;
  if (account !== null && !NUMBER.test(account)) return null;
  if (person !== null && !isRowId(person)) return null;
  const amount = typed === undefined ? null : readAmount(typed);
  if (typeof amount === 'string') return null;
  const kindName = kind?.toLowerCase().replaceAll(' ', '_') ?? null;
  return { realm, kind: kindName, account, ownerId: person, refId: given['for'] ?? null, amount };
}

/** A page may have few rows, and go on all the same: it looks at `LOOKED_AT` journals, whatever fits. */
async function readJournals(db: Queryable, { filter: given, after, limit }: ListAsked): Promise<RowPage> {
  const realm = realmOf(given['realm']);
  const filter = filterOf(realm, given);
  if (filter === null) return { rows: [], next: null };
  const to = given['to'];
  const until = to === undefined ? null : await journalAt(db, realm, Date.parse(`${to}T00:00:00Z`) + DAY_MS);
  const before = after?.split('.')[1] ?? until;
  const { rows, end } = await listJournals(db, { filter, before, limit: limit + 1 });
  const page = rowPage(
    rows.map((row) => ({ ...row, id: `${realm}.${row.id}` })),
    limit,
    journalRow,
  );
  return page.next === null && end !== null ? { ...page, next: `${realm}.${end}` } : page;
}

function journalRow(row: JournalListed): OfficeRow {
  return {
    id: row.id,
    cells: [
      strong(row.id.split('.')[1] ?? ''),
      text(sentence(row.kind)),
      text(causeOf(row)),
      number(BigInt(row.transfers)),
      money(usdt(row.amount)),
      time(row.at),
    ],
  };
}

function causeOf({ refType, refId }: Pick<JournalListed, 'refType' | 'refId'>): string {
  return `${sentence(refType)} ${refId}`;
}

/** What a journal was made for, and when. */
export function journalFacts({ db }: Parts): PartSeat {
  return {
    desk: 'journals',
    id: 'journal',
    title: 'Journal',
    permission: 'money.read',
    place: 'facts',
    lines: async ({ id }) => {
      const found = await journalOf(db, id);
      if (found === null) return [];
      return [
        line('Number', code(found.id)),
        line('Kind', text(sentence(found.kind))),
        line('Made for', text(sentence(found.refType))),
        line('Its ID', code(found.refId)),
        line('When', time(found.at)),
      ];
    },
  };
}

/** All that a journal moved. */
export function journalTransfers({ db }: Parts): PartSeat {
  return {
    desk: 'journals',
    id: 'transfers',
    title: 'Transfers',
    permission: 'money.read',
    place: 'tab',
    table: {
      columns: [
        { id: 'from', label: 'Debit', head: true },
        { id: 'fromOf', label: 'Of' },
        { id: 'to', label: 'Credit', head: true },
        { id: 'toOf', label: 'Of' },
        { id: 'amount', label: 'Amount', end: true },
        { id: 'code', label: 'Code', end: true },
        { id: 'no', label: 'Number', end: true },
      ],
      after: NUMBER,
      read: async ({ id, after, limit }) => {
        const [realm, journal = ''] = id.split('.');
        const found = await transfersOf(db, { realm: realmOf(realm), journal, after, limit: limit + 1 });
        return rowPage(found, limit, transferRow);
      },
    },
  };
}

function transferRow({ id, debit, credit, amount, code: no }: TransferListed): OfficeRow {
  const account = (side: typeof debit) => recordLink('accounts', side.id, sentence(side.kind));
  return {
    id,
    cells: [
      account(debit),
      whose(debit),
      account(credit),
      whose(credit),
      money(usdt(amount)),
      number(BigInt(no)),
      code(id),
    ],
  };
}

/** Whose an account is: a person's page, or what of the house. */
export function whose({ ownerId, ref }: { readonly ownerId: string | null; readonly ref: string }): Cell {
  return ownerId === null ? text(ref === '' ? 'the house' : ref) : recordLink('people', ownerId, ownerId);
}
