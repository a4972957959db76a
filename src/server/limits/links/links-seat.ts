import type { Pool } from 'pg';
import type { Clock } from '#server/clock.ts';
import { usdt } from '#domain/money.ts';
import type { Cell, OfficeRow } from '#protocol/office/cells.ts';
import { chip, code, line, money, number, recordLink, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage, type OfficeSeat } from '#server/desk/index.ts';
import type { LinkSource, SharedThing } from '#server/desk/links.ts';
import type { FillBetween, OppositePair } from './contract.ts';

interface BetweenAsked {
  readonly people: readonly string[];
  readonly now: number;
  readonly after: string | null;
  readonly limit: number;
}

export interface LinksSeatParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly sharedDevices: LinkSource;
  readonly sharedFiles: LinkSource;
  readonly sharedAddresses: LinkSource;
  readonly tradesBetween: {
    readonly fills: (db: Pool, asked: BetweenAsked) => Promise<readonly FillBetween[]>;
    readonly opposites: (db: Pool, asked: BetweenAsked) => Promise<readonly OppositePair[]>;
  };
}

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ID = new RegExp(`^((device|address)\\.${UUID}|document\\.[0-9a-f]{64})$`);
const SAYS: Readonly<Record<LinkSource['kind'], string>> = {
  device: 'Same browser',
  document: 'Same document',
  address: 'Same payout address',
};
/** Of a thing that more people have, the first are compared. */
const MOST_COMPARED = 50;

const sourcesOf = ({ sharedDevices, sharedFiles, sharedAddresses }: LinksSeatParts) => [
  sharedDevices,
  sharedFiles,
  sharedAddresses,
];
const personLink = (userId: string): Cell => recordLink('people', userId, userId.slice(0, 13));
const rowOf = (source: LinkSource, { key, which, people, firstAt, lastAt }: SharedThing): OfficeRow => ({
  id: `${source.kind}.${key}`,
  cells: [strong(SAYS[source.kind]), number(people), code(which), time(firstAt), time(lastAt)],
});
const COLUMNS = [
  { id: 'what', label: 'What they share', head: true as const },
  { id: 'people', label: 'People', end: true as const, head: true as const },
  { id: 'which', label: 'Which' },
  { id: 'first', label: 'First', end: true as const },
  { id: 'last', label: 'Last', end: true as const },
];

/** The source of a record, and what it calls the thing. */
function partedOf(parts: LinksSeatParts, id: string): { readonly source: LinkSource; readonly key: string } | null {
  const dot = id.indexOf('.');
  const source = sourcesOf(parts).find(({ kind }) => kind === id.slice(0, dot));
  return source === undefined ? null : { source, key: id.slice(dot + 1) };
}

async function linkOf(parts: LinksSeatParts, id: string) {
  const found = partedOf(parts, id);
  const thing = found === null ? null : await found.source.find(parts.db, found.key);
  return found === null || thing === null ? null : { ...thing, says: SAYS[found.source.kind] };
}

/** People who have the same browser, document or payout address, and what they did with one another. */
export function linksSeat(parts: LinksSeatParts): OfficeSeat {
  return {
    desks: [deskOf(parts)],
    parts: [factsPart(parts), peoplePart(parts), fillsPart(parts), oppositesPart(parts), ofPersonPart(parts)],
  };
}

function deskOf(parts: LinksSeatParts): DeskSeat {
  return {
    desk: 'links',
    list: {
      columns: COLUMNS,
      filters: [
        {
          name: 'kind',
          label: 'What they share',
          kind: 'choice',
          options: Object.entries(SAYS).map(([value, label]) => ({ value, label })),
        },
      ],
      after: ID,
      read: async ({ filter, after, limit }) => {
        const last = after === null ? null : partedOf(parts, after);
        const sources = sourcesOf(parts).filter(({ kind }) => (filter['kind'] ?? kind) === kind);
        const from = Math.max(
          0,
          sources.findIndex((source) => source === last?.source),
        );
        const rows: OfficeRow[] = [];
        // One kind after the other: each has its own order.
        for (const source of sources.slice(from)) {
          const key = source === last?.source ? last.key : null;
          const wanted = limit + 1 - rows.length;
          if (wanted <= 0) break;
          for (const thing of await source.list(parts.db, { after: key, limit: wanted }))
            rows.push(rowOf(source, thing));
        }
        return rowPage(rows, limit, (row) => row);
      },
    },
    record: {
      id: ID,
      read: async (id) => {
        const link = await linkOf(parts, id);
        if (link === null) return null;
        const chips = [chip(`${link.sharers.length} people`, 'warn')];
        return { title: link.says, subtitle: [code(link.which)], chips, subjectId: null };
      },
    },
  };
}

const base = { desk: 'links', permission: 'risk.read' } as const;

function factsPart(parts: LinksSeatParts): PartSeat {
  return {
    ...base,
    id: 'shared',
    title: 'What they share',
    place: 'facts',
    lines: async ({ id }) => {
      const link = await linkOf(parts, id);
      if (link === null) return [];
      return [
        line('What', text(link.says)),
        line('Which', code(link.which)),
        line('People', number(link.sharers.length)),
        line('Compared', text('Real money of the last 30 days')),
        line('What it proves', text('Nothing alone: a household shares a browser, a company an address.')),
      ];
    },
  };
}

function peoplePart(parts: LinksSeatParts): PartSeat {
  return {
    ...base,
    id: 'people',
    title: 'People',
    place: 'tab',
    order: 10,
    table: {
      columns: [
        { id: 'person', label: 'Person', head: true },
        { id: 'first', label: 'First', end: true },
        { id: 'last', label: 'Last', end: true },
      ],
      read: async ({ id, after, limit }) => {
        const { sharers } = (await linkOf(parts, id)) ?? { sharers: [] };
        const from = sharers.findIndex(({ userId }) => userId === after) + 1;
        return rowPage(sharers.slice(from), limit, ({ userId, firstAt, lastAt }) => ({
          id: userId,
          cells: [personLink(userId), time(firstAt), time(lastAt)],
        }));
      },
    },
  };
}

async function comparedOf(parts: LinksSeatParts, asked: { id: string; after: string | null; limit: number }) {
  const { sharers } = (await linkOf(parts, asked.id)) ?? { sharers: [] };
  const people = sharers.slice(0, MOST_COMPARED).map(({ userId }) => userId);
  return { people, now: parts.clock.now(), after: asked.after, limit: asked.limit + 1 };
}

function fillsPart(parts: LinksSeatParts): PartSeat {
  return {
    ...base,
    id: 'trades',
    title: 'Trades between them',
    place: 'tab',
    order: 20,
    table: {
      columns: [
        { id: 'finding', label: 'Finding', head: true },
        { id: 'buyer', label: 'Bought the first outcome', head: true },
        { id: 'seller', label: 'Sold it' },
        { id: 'market', label: 'Market' },
        { id: 'price', label: 'Price, thousandths', end: true },
        { id: 'shares', label: 'Lots', end: true },
        { id: 'at', label: 'When', end: true },
      ],
      after: /^\d{1,15}\.[0-9a-f-]{36}_\d{1,9}$/,
      read: async ({ id, after, limit }) => {
        const found = await parts.tradesBetween.fills(parts.db, await comparedOf(parts, { id, after, limit }));
        return rowPage(found, limit, (one) => ({
          id: `${one.at}.${one.id.replace('/', '_')}`,
          cells: [
            findingOf(one),
            personLink(one.buyer),
            personLink(one.seller),
            code(one.marketId),
            number(one.price),
            text(one.lots),
            time(one.at),
          ],
        }));
      },
    },
  };
}

function findingOf({ buyer, seller, isRound }: FillBetween): Cell {
  if (buyer === seller) return chip('Self-match', 'bad');
  return isRound ? chip('Wash: there and back', 'bad') : chip('With one another', 'warn');
}

function oppositesPart(parts: LinksSeatParts): PartSeat {
  return {
    ...base,
    id: 'opposites',
    title: 'Opposite predictions',
    place: 'tab',
    order: 30,
    table: {
      columns: [
        { id: 'finding', label: 'Finding', head: true },
        { id: 'pair', label: 'Pair', head: true },
        { id: 'up', label: 'UP by' },
        { id: 'upStake', label: 'Stake UP', end: true },
        { id: 'down', label: 'DOWN by' },
        { id: 'downStake', label: 'Stake DOWN', end: true },
        { id: 'apart', label: 'Seconds apart', end: true },
        { id: 'at', label: 'When', end: true },
      ],
      after: /^[0-9a-f-]{36}\.[0-9a-f-]{36}$/,
      read: async ({ id, after, limit }) => {
        const found = await parts.tradesBetween.opposites(parts.db, await comparedOf(parts, { id, after, limit }));
        return rowPage(found, limit, (one) => ({
          id: `${one.up}.${one.down}`,
          cells: [
            one.isMirror ? chip('Mirrored', 'bad') : chip('Against one another', 'warn'),
            strong(one.pair),
            personLink(one.upBy),
            money(usdt(BigInt(one.upStake))),
            personLink(one.downBy),
            money(usdt(BigInt(one.downStake))),
            number(Math.round(Math.abs(one.upAt - one.downAt) / 1_000)),
            time(Math.max(one.upAt, one.downAt)),
          ],
        }));
      },
    },
  };
}

/** On the page of a person, for those who may know of checks on them. */
function ofPersonPart(parts: LinksSeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'links',
    title: 'Linked accounts',
    permission: 'people.risk',
    place: 'tab',
    order: 80,
    table: {
      columns: [...COLUMNS, { id: 'open', label: 'Who' }],
      after: ID,
      read: async ({ id, after, limit }) => {
        const rows: OfficeRow[] = [];
        for (const source of sourcesOf(parts)) {
          for (const thing of await source.of(parts.db, id)) {
            const { id: link, cells } = rowOf(source, thing);
            rows.push({ id: link, cells: [...cells, recordLink('links', link, 'Who they are')] });
          }
        }
        return rowPage(rows.slice(rows.findIndex((row) => row.id === after) + 1), limit, (row) => row);
      },
    },
  };
}
