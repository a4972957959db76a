import { PAIR_GROUPS, type PairGroup, type PairStatus } from '#domain/prices/pair.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import { DEMO_DURATION_SEC } from '#domain/trading/durations.ts';
import { PAYOUT_BAND } from '#domain/trading/payout.ts';
import { priceToText } from '#protocol/codecs.ts';
import type { Cell, CellTone, FilterField, OfficeColumn, OfficeRow } from '#protocol/office/cells.ts';
import type { Clock } from '#server/clock.ts';
import { chip, line, money, number, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import type { PairCache } from '#server/engine-client/index.ts';
import type { PairBoard } from '#server/prices/wire.ts';
import type { LiveSettings } from '#server/settings/index.ts';

interface Parts {
  readonly clock: Pick<Clock, 'now'>;
  readonly pairCache: Pick<PairCache, 'all' | 'find'>;
  readonly settings: Pick<LiveSettings, 'modeOf'>;
}

const ID = /^[A-Z0-9-]{1,20}$/;
/** The duration whose payout stands in the list. */
const SHOWN_SEC = 60;
const GROUPS: Readonly<Record<PairGroup, string>> = {
  crypto: 'Crypto',
  forex: 'Forex',
  comms: 'Commodities',
  stocks: 'Stocks',
};
const STATES: Readonly<Record<PairStatus, readonly [string, CellTone]>> = {
  ONLINE: ['Online', 'ok'],
  DEGRADED: ['Degraded', 'warn'],
  WARMING: ['Warming up', 'warn'],
  OFFLINE: ['Offline', 'bad'],
  CLOSED: ['Closed', 'plain'],
};

const percent = (bps: number | undefined): Cell => (bps === undefined ? null : text(`${String(bps / 100)} %`));
const stateOf = ({ status }: PairBoard): Cell => chip(...STATES[status]);
const reasonOf = ({ reason }: PairBoard): Cell => (reason === null ? null : text(sentence(reason)));
const ageOf = ({ last }: PairBoard, now: number): Cell =>
  last === null ? null : number(Math.max(0, Math.round((now - last.t) / 1_000)));
const payoutOf = ({ payouts, pair }: PairBoard): number | undefined =>
  payouts[SHOWN_SEC] ?? payouts[pair.durations[0] ?? SHOWN_SEC];
const liveOf = ({ sources }: PairBoard) =>
  `${sources.filter(({ state }) => state === 'live').length} of ${sources.length}`;

const COLUMNS: readonly OfficeColumn[] = [
  { id: 'pair', label: 'Pair', head: true },
  { id: 'state', label: 'Price', head: true },
  { id: 'reason', label: 'Why' },
  { id: 'mode', label: 'Mode, quick' },
  { id: 'base', label: 'Base payout', end: true },
  { id: 'now', label: 'Pays now', end: true },
  { id: 'stake', label: 'Maximum stake', end: true },
  { id: 'cap', label: 'Worst case, cap', end: true },
  { id: 'age', label: 'Price age, s', end: true },
  { id: 'sources', label: 'Live sources', end: true },
];
const FILTERS: readonly FilterField[] = [
  {
    name: 'group',
    label: 'Group',
    kind: 'choice',
    options: PAIR_GROUPS.map((value) => ({ value, label: GROUPS[value] })),
  },
  {
    name: 'state',
    label: 'Price',
    kind: 'choice',
    options: Object.entries(STATES).map(([value, [label]]) => ({ value, label })),
  },
];

/** Every pair: whether people can place on it, what it pays, how much it takes, and how old its price is. */
export function pairsDesk({ clock, pairCache, settings }: Parts): DeskSeat {
  const modeCell = (pairId: string): Cell => {
    const { mode } = settings.modeOf('quick', pairId);
    return mode === 'open' ? chip('Open', 'ok') : chip(sentence(mode.replace('-', ' ')), 'bad');
  };
  return {
    desk: 'pairs',
    list: {
      columns: COLUMNS,
      filters: FILTERS,
      after: ID,
      read: async ({ filter, after, limit }) => {
        const [boards, now] = [await pairCache.all(), clock.now()];
        const from = PAIRS.findIndex(({ id }) => id === after);
        const rest = PAIRS.slice(from + 1).flatMap(({ id }) => boards.filter((board) => board.pair.id === id));
        const found = rest.filter(
          ({ pair, status }) =>
            (filter['group'] ?? pair.group) === pair.group && (filter['state'] ?? status) === status,
        );
        return rowPage(found, limit, (board): OfficeRow => ({
          id: board.pair.id,
          cells: [
            strong(board.pair.id),
            stateOf(board),
            reasonOf(board),
            modeCell(board.pair.id),
            percent(board.pair.basePayoutBps),
            percent(payoutOf(board)),
            money(board.pair.maxStake),
            money(board.pair.pairCap),
            ageOf(board, now),
            text(liveOf(board)),
          ],
        }));
      },
    },
    record: {
      id: ID,
      read: async (id) => {
        const board = await pairCache.find(id);
        if (board === null) return null;
        const { pair } = board;
        return {
          title: pair.id,
          subtitle: [text(pair.name), text(GROUPS[pair.group])],
          chips: [stateOf(board), modeCell(id)],
          subjectId: null,
          moves: true,
        };
      },
    },
  };
}

/** What stands on the page of a pair of its price and payouts. Its limits and modes come from the settings. */
export function pairParts({ clock, pairCache }: Parts): readonly PartSeat[] {
  const base = { desk: 'pairs', permission: 'trading.read' } as const;
  const found = async (id: string, lines: (board: PairBoard) => ReturnType<typeof line>[]) => {
    const board = await pairCache.find(id);
    return board === null ? [] : lines(board);
  };
  return [
    {
      ...base,
      id: 'price',
      title: 'Price',
      place: 'facts',
      order: 10,
      lines: ({ id }) =>
        found(id, (board) => [
          line('State', stateOf(board)),
          line('Why', reasonOf(board)),
          line('Feed', text(sentence(board.kind))),
          line('Last price', board.last === null ? null : text(priceToText(board.last.price, board.pair.scale))),
          line('Came', time(board.last?.t ?? null)),
          line('Seconds ago', ageOf(board, clock.now())),
          line('Live sources', text(liveOf(board))),
          line('Opens', time(board.nextOpen)),
          line('Closes', time(board.nextClose)),
        ]),
    },
    {
      ...base,
      id: 'payout',
      title: 'Payout',
      place: 'facts',
      order: 20,
      lines: ({ id }) =>
        found(id, ({ pair }) => [
          line('Base', percent(pair.basePayoutBps)),
          line('Least and most', text(`${PAYOUT_BAND.min / 100} % to ${PAYOUT_BAND.max / 100} %`)),
          line('Changes', text('With a new version of the rules: receipts are checked by it.')),
        ]),
    },
    { ...base, id: 'payouts', title: 'Payouts now', place: 'tab', order: 10, table: payoutsTable(pairCache) },
    { ...base, id: 'sources', title: 'Sources', place: 'tab', order: 20, table: sourcesTable(pairCache) },
  ];
}

type Table = Extract<PartSeat, { readonly place: 'tab' }>['table'];

function payoutsTable(pairCache: Parts['pairCache']): Table {
  return {
    columns: [
      { id: 'duration', label: 'Duration, s', head: true },
      { id: 'money', label: 'Money', head: true },
      { id: 'payout', label: 'Pays', end: true },
      { id: 'differs', label: 'From the base', end: true },
    ],
    after: /^\d{1,6}$/,
    read: async ({ id, after, limit }) => {
      const board = await pairCache.find(id);
      const all = Object.entries(board?.payouts ?? {}).filter(([sec]) => Number(sec) > Number(after ?? 0));
      return rowPage(all, limit, ([sec, bps]): OfficeRow => {
        const by = (bps - (board?.pair.basePayoutBps ?? bps)) / 100;
        const isPractice = Number(sec) === DEMO_DURATION_SEC;
        const differs = text(by === 0 ? '0' : `${by > 0 ? '+' : '−'}${Math.abs(by)} points`);
        return { id: sec, cells: [strong(sec), text(isPractice ? 'Practice' : 'Both'), percent(bps), differs] };
      });
    },
  };
}

const TONES: Readonly<Record<PairBoard['sources'][number]['state'], CellTone>> = {
  live: 'ok',
  silent: 'warn',
  connecting: 'warn',
  away: 'bad',
  left_out: 'bad',
  ahead: 'bad',
};

function sourcesTable(pairCache: Parts['pairCache']): Table {
  return {
    columns: [
      { id: 'source', label: 'Source', head: true },
      { id: 'state', label: 'State', head: true },
      { id: 'age', label: 'Last quote, s ago', end: true },
      { id: 'since', label: 'Not live since', end: true },
    ],
    after: /^[a-z0-9_-]{1,40}$/i,
    read: async ({ id, after, limit }) => {
      const sources = (await pairCache.find(id))?.sources ?? [];
      const from = sources.findIndex(({ name }) => name === after) + 1;
      return rowPage(sources.slice(from), limit, ({ name, state, ageMs, since }): OfficeRow => ({
        id: name,
        cells: [
          strong(name),
          chip(sentence(state), TONES[state]),
          number(ageMs === null ? null : Math.round(ageMs / 1_000)),
          time(since),
        ],
      }));
    },
  };
}
