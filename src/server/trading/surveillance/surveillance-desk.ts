import type { Pool, PoolClient } from 'pg';
import { usdt } from '#domain/money.ts';
import { ok, refused } from '#domain/outcome.ts';
import type { WatchFlag, WatchFlagName } from '#domain/trading/surveillance/flags.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { Cell, OfficeColumn, OfficeLine } from '#protocol/office/cells.ts';
import type { Staff } from '#server/audit/index.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { chip, line, money, number, recordLink, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { ActSeat, ChartSeat, PartSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { findBook, pageBooks, topHolders } from './store-surveillance.ts';
import { cancelledOf, earlyOf, pairsOf, tradersOf, watchBook, type WatchParts } from './watch.ts';

/** What the desk of surveillance needs besides. */
export interface SurveillanceParts extends WatchParts {
  readonly db: Pool;
  readonly eventLabels: (
    db: Queryable,
    of: { readonly books: readonly string[] },
  ) => Promise<readonly { readonly book: string; readonly marketId: string; readonly title: string }[]>;
  /** Is this somebody who plays, or played, with real money? */
  readonly isPerson: (tx: PoolClient, userId: string) => Promise<boolean>;
  /** Its id; null: nobody reports themselves. */
  readonly reportSuspicion: (
    tx: PoolClient,
    report: { readonly userId: string; readonly text: string; readonly by: Staff },
  ) => Promise<string | null>;
}

const FLAGS: Readonly<Record<WatchFlagName, { readonly title: string; readonly says: (count: number) => string }>> = {
  holder: { title: 'One holder', says: (count) => `${count} % of an outcome` },
  both_ways: { title: 'Back and forth', says: (count) => `${count} fills between two accounts in 24 hours` },
  linked: { title: 'One device', says: (count) => `${count} fills between accounts of one device in 24 hours` },
  before_result: {
    title: 'Before the result',
    says: (count) => `${shares(count)} shares, a first trade shortly before`,
  },
  cancelled: { title: 'Cancelled quickly', says: (count) => `${count} large orders in 24 hours` },
};
/** Markets that a chart shows at most. */
const CHARTED = 12;

const shares = (lots: number) => (lots / 100).toFixed(2);
const lots = (value: number): Cell => text(shares(value));
const outcome = (net: number): Cell =>
  net === 0 ? text('Even') : chip(net > 0 ? 'YES' : 'NO', net > 0 ? 'up' : 'down');
/** By their id: a name is seen by those alone who may open their page. */
const person = (userId: string): Cell => recordLink('people', userId, userId.slice(0, 13));

/** Markets of events by what stands out in them: holders, large traders, trades back and forth, first trades before a result, quick cancels. */
export function surveillanceSeat(parts: SurveillanceParts): OfficeSeat {
  return {
    desks: [deskOf(parts)],
    parts: [flagsPart(parts), ...tabs(parts)],
    acts: [caseAct(parts)],
    charts: [holdersChart(parts), volumeChart(parts)],
  };
}

const titlesOf = async ({ db, eventLabels }: SurveillanceParts, books: readonly string[]) =>
  new Map((await eventLabels(db, { books })).map(({ book, ...label }) => [book, label]));

function deskOf(parts: SurveillanceParts): NonNullable<OfficeSeat['desks']>[number] {
  const { db, settings } = parts;
  return {
    desk: 'surveillance',
    list: {
      columns: [
        { id: 'market', label: 'Market', head: true },
        { id: 'status', label: 'Book' },
        { id: 'fills', label: 'Fills', end: true },
        { id: 'volume', label: 'Shares traded', end: true },
        { id: 'holder', label: 'Largest holder', end: true },
      ],
      filters: [],
      read: async ({ after, limit }) => {
        const books = await pageBooks(db, { after, limit: limit + 1 });
        const labels = await titlesOf(
          parts,
          books.map(({ id }) => id),
        );
        const from = settings.number('watch.holder_percent');
        return rowPage(books, limit, ({ id, status, fills, volume, topPercent }) => ({
          id,
          cells: [
            strong(labels.get(id)?.title ?? id),
            text(sentence(status)),
            number(fills),
            lots(volume),
            topPercent >= from ? chip(`${topPercent} %`, 'warn') : text(`${topPercent} %`),
          ],
        }));
      },
    },
    record: {
      read: async (id) => {
        const book = await findBook(db, id);
        if (book === null) return null;
        const label = (await titlesOf(parts, [id])).get(id);
        return { title: label?.title ?? id, subtitle: [text(sentence(book.status))], chips: [], subjectId: null };
      },
    },
  };
}

const flagLine = ({ name, people, count }: WatchFlag): readonly OfficeLine[] => [
  line(FLAGS[name].title, chip(FLAGS[name].says(count), 'warn')),
  ...people.map((userId, at) => line(people.length > 1 ? `Account ${at + 1}` : 'Account', person(userId))),
];

function flagsPart(parts: SurveillanceParts): PartSeat {
  const { db } = parts;
  return {
    desk: 'surveillance',
    id: 'flags',
    title: 'Flags',
    permission: 'integrity.read',
    place: 'facts',
    order: 10,
    lines: async ({ id }) => {
      const label = (await titlesOf(parts, [id])).get(id);
      const { flags } = await watchBook(parts, db, id);
      return [
        ...(label === undefined ? [] : [line('Market', recordLink('events', label.marketId, 'Its terms and result'))]),
        ...(flags.length === 0 ? [line('Now', chip('Nothing stands out', 'ok'))] : flags.flatMap(flagLine)),
      ];
    },
  };
}

interface Tab<T> {
  readonly id: string;
  readonly title: string;
  readonly columns: readonly OfficeColumn[];
  readonly read: (book: string) => Promise<readonly T[]>;
  readonly row: (one: T) => { readonly id: string; readonly cells: readonly Cell[] };
}

function tabOf<T>({ id, title, columns, read, row }: Tab<T>, order: number): PartSeat {
  return {
    desk: 'surveillance',
    id,
    title,
    permission: 'integrity.read',
    place: 'tab',
    order,
    table: {
      columns: [...columns],
      read: async ({ id: book }) => ({
        rows: (await read(book)).map((one) => {
          const { id: rowId, cells } = row(one);
          return { id: rowId, cells: [...cells] };
        }),
        next: null,
      }),
    },
  };
}

const PERSON = { id: 'person', label: 'Account', head: true } as const;
const end = (id: string, label: string): OfficeColumn => ({ id, label, end: true });

function tabs(parts: SurveillanceParts): readonly PartSeat[] {
  const { db } = parts;
  return [
    tabOf(
      {
        id: 'holders',
        title: 'Holders',
        columns: [
          PERSON,
          { id: 'outcome', label: 'Outcome' },
          end('shares', 'Shares'),
          end('percent', 'Of it'),
          end('cost', 'Paid'),
        ],
        read: (book) => topHolders(db, book),
        row: (one) => ({
          id: one.userId,
          cells: [
            person(one.userId),
            outcome(one.lots),
            lots(Math.abs(one.lots)),
            text(`${one.percent} %`),
            money(usdt(BigInt(one.cost))),
          ],
        }),
      },
      10,
    ),
    tabOf(
      {
        id: 'traders',
        title: 'Traders, 24 hours',
        columns: [
          PERSON,
          end('fills', 'Fills'),
          end('shares', 'Shares'),
          end('turnover', 'Turnover'),
          { id: 'side', label: 'More of' },
          end('net', 'Net'),
        ],
        read: (book) => tradersOf(parts, db, book),
        row: (one) => ({
          id: one.userId,
          cells: [
            person(one.userId),
            number(one.fills),
            lots(one.lots),
            money(usdt(BigInt(one.turnover))),
            outcome(one.net),
            lots(Math.abs(one.net)),
          ],
        }),
      },
      20,
    ),
    pairsTab(parts),
    ...lateTabs(parts),
  ];
}

function pairsTab(parts: SurveillanceParts): PartSeat {
  return tabOf(
    {
      id: 'pairs',
      title: 'Back and forth, 24 hours',
      columns: [
        PERSON,
        { id: 'other', label: 'With', head: true },
        { id: 'linked', label: 'Devices' },
        end('there', 'Fills one way'),
        end('back', 'The other way'),
        end('shares', 'Shares'),
      ],
      read: (book) => pairsOf(parts, parts.db, book),
      row: (one) => ({
        id: `${one.one} ${one.other}`,
        cells: [
          person(one.one),
          person(one.other),
          one.isLinked ? chip('One device', 'bad') : text('Not linked'),
          number(one.there),
          number(one.back),
          lots(one.lots),
        ],
      }),
    },
    30,
  );
}

function lateTabs(parts: SurveillanceParts): readonly PartSeat[] {
  const { db } = parts;
  return [
    tabOf(
      {
        id: 'early',
        title: 'First trades before the result',
        columns: [
          PERSON,
          { id: 'side', label: 'More of' },
          end('fills', 'Fills'),
          end('shares', 'Shares'),
          { id: 'new', label: 'Any market before' },
          end('first', 'First'),
        ],
        read: (book) => earlyOf(parts, db, book),
        row: (one) => ({
          id: one.userId,
          cells: [
            person(one.userId),
            outcome(one.net),
            number(one.fills),
            lots(one.lots),
            one.isNew ? chip('None', 'warn') : text('Yes'),
            time(one.firstAt),
          ],
        }),
      },
      40,
    ),
    tabOf(
      {
        id: 'cancelled',
        title: 'Cancelled quickly, 24 hours',
        columns: [PERSON, end('orders', 'Large orders'), end('shares', 'Shares'), end('stood', 'Half stood at most')],
        read: (book) => cancelledOf(parts, db, book),
        row: (one) => ({
          id: one.userId,
          cells: [
            person(one.userId),
            number(one.orders),
            lots(one.lots),
            text(`${(one.stoodMs / 1_000).toFixed(1)} s`),
          ],
        }),
      },
      50,
    ),
  ];
}

function caseAct({ db, isPerson, reportSuspicion }: SurveillanceParts): ActSeat {
  return {
    desk: 'surveillance',
    id: 'report-suspicion',
    label: 'Report suspicion',
    text: 'Writes a report of suspicious activity of a person, as a draft. Another officer files it with the authority.',
    permission: 'verification.suspect',
    rule: 'The person must not learn of it. Nobody reports themselves.',
    order: 10,
    fields: [
      { name: 'person', label: 'Id of the person', kind: 'text' },
      { name: 'seen', label: 'What was seen, when, and what was done', kind: 'long' },
    ],
    refuses: () => Promise.resolve(null),
    run: async ({ id, by, fields }) => {
      const [userId, seen] = [(fields['person'] ?? '').trim(), (fields['seen'] ?? '').trim()];
      if (!isRowId(userId)) return wrongField('person', 'malformed');
      if (seen.length < 20) return wrongField('seen', 'too_small');
      const written = `Market ${id}. ${seen}`;
      const made = await transaction(db, async (tx) =>
        (await isPerson(tx, userId)) ? reportSuspicion(tx, { userId, text: written, by }) : null,
      );
      return made === null
        ? refused({ code: 'ActRefused', why: 'Nobody with this id trades, or it is your own.' })
        : ok('Written. It waits in Suspicious activity for another officer.');
    },
  };
}

const chart = { place: 'surveillance', permission: 'integrity.read', by: 'name', shape: 'bars' } as const;

function holdersChart(parts: SurveillanceParts): ChartSeat {
  return {
    ...chart,
    id: 'holders',
    title: 'Largest holder by market',
    note: 'Percent of an outcome, of the newest markets',
    unit: 'count',
    order: 10,
    read: async () => {
      const { names, books } = await newest(parts);
      const values = books.map(({ topPercent }) => `${topPercent}`);
      return { labels: names, lines: [{ label: 'Percent', tone: 'brand', values }] };
    },
  };
}

function volumeChart(parts: SurveillanceParts): ChartSeat {
  return {
    ...chart,
    id: 'volume',
    title: 'Shares traded by market',
    note: 'Of the newest markets',
    unit: 'count',
    order: 20,
    read: async () => {
      const { names, books } = await newest(parts);
      return {
        labels: names,
        lines: [{ label: 'Shares', tone: 'brand', values: books.map(({ volume }) => shares(volume)) }],
      };
    },
  };
}

async function newest(parts: SurveillanceParts) {
  const books = await pageBooks(parts.db, { after: null, limit: CHARTED });
  const labels = await titlesOf(
    parts,
    books.map(({ id }) => id),
  );
  return { books, names: books.map(({ id }) => labels.get(id)?.title ?? id.slice(0, 13)) };
}
