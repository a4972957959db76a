import { usdt } from '#domain/money.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import { boundsOf } from '#domain/settings/settings.ts';
import { moneyWords, toIso } from '#protocol/codecs.ts';
import type { CellTone, OfficeRow } from '#protocol/office/cells.ts';
import { lastDays } from '#protocol/office/days.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import { money, number, strong, text } from '#server/desk/cells.ts';
import { moneyChart, sumByDay } from '#server/desk/charts.ts';
import type { ChartSeat, DeskSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import { gainOf } from './charts.ts';
import { findDays, type TradingDay } from './store-days.ts';
import { findBuckets, findOpenPairs } from './store-exposure.ts';

interface Parts {
  readonly db: Queryable;
  readonly clock: Pick<Clock, 'now'>;
  readonly settings: Pick<LiveSettings, 'values'>;
}

const MONTH = 30;
const MOST_BUCKETS = 60;
const span = (days: readonly string[]) => ({ from: days[0] ?? '', to: days.at(-1) ?? '' });
const gained = (rows: readonly TradingDay[]) => usdt(rows.reduce((sum, row) => sum + gainOf(row), 0n));
const tone = (value: bigint): CellTone => (value === 0n ? 'plain' : value < 0n ? 'down' : 'up');

/** Of each pair: what is open now and what it could cost, and what the house made of it. */
export function exposureDesk({ db, clock, settings }: Parts): DeskSeat {
  return {
    desk: 'exposure',
    list: {
      columns: [
        { id: 'pair', label: 'Pair', head: true },
        { id: 'open', label: 'Open', end: true },
        { id: 'stakes', label: 'Open stakes', end: true },
        { id: 'worst', label: 'Worst case', end: true, head: true },
        { id: 'cap', label: 'Cap', end: true },
        { id: 'used', label: 'Of the cap', end: true },
        { id: 'today', label: 'Result today', end: true },
        { id: 'month', label: 'Result, 30 days', end: true },
      ],
      filters: [],
      after: /^[A-Z0-9-]{1,20}$/,
      read: async ({ after, limit }) => {
        const days = lastDays(clock.now(), MONTH);
        const [open, sums] = await Promise.all([findOpenPairs(db), findDays(db, span(days))]);
        const from = PAIRS.findIndex(({ id }) => id === after) + 1;
        return rowPage(PAIRS.slice(from, from + limit + 1), limit, (pair): OfficeRow => {
          const { id, pairCap } = boundsOf(pair, settings.values);
          const { open: count = 0, stakes = 0n, worst = 0n } = open.find(({ pair }) => pair === id) ?? {};
          const month = sums.filter(({ pair }) => pair === id);
          const [ofToday, ofMonth] = [gained(month.filter(({ day }) => day === days.at(-1))), gained(month)];
          return {
            id,
            cells: [
              strong(id),
              number(count),
              money(usdt(stakes)),
              money(usdt(worst)),
              money(pairCap),
              text(`${((worst * 100n) / pairCap).toString()} %`),
              money(ofToday, tone(ofToday)),
              money(ofMonth, tone(ofMonth)),
            ],
          };
        });
      },
    },
  };
}

/** Over the list: what is open by pair and by expiry, and the result by day. */
export function exposureCharts({ db }: Pick<Parts, 'db'>): readonly ChartSeat[] {
  const base = { place: 'exposure', permission: 'trading.read', unit: 'USDT', shape: 'bars' } as const;
  const line = (label: string, values: readonly bigint[]) => ({
    label,
    tone: 'brand' as const,
    values: values.map((value) => moneyWords(usdt(value))),
  });
  return [
    {
      ...base,
      id: 'pairs',
      title: 'Worst case by pair',
      note: 'Open predictions, as if all were right',
      by: 'name',
      order: 10,
      read: async () => {
        const open = (await findOpenPairs(db)).toSorted((one, other) => (one.worst < other.worst ? 1 : -1));
        return {
          labels: open.map(({ pair }) => pair),
          lines: [
            line(
              'Worst case',
              open.map(({ worst }) => worst),
            ),
          ],
        };
      },
    },
    {
      ...base,
      id: 'buckets',
      title: 'Worst case by expiry',
      note: 'The fullest pair of each ten seconds, soonest first',
      by: 'time',
      order: 20,
      read: async () => {
        const buckets = await findBuckets(db, MOST_BUCKETS);
        return {
          labels: buckets.map(({ at }) => toIso(at)),
          lines: [
            line(
              'Worst case',
              buckets.map(({ worst }) => worst),
            ),
          ],
        };
      },
    },
    {
      ...base,
      id: 'results',
      title: 'Result by day',
      note: 'All products together',
      order: 30,
      read: async (days) => {
        const of = sumByDay(await findDays(db, span(days)), gainOf);
        return moneyChart(days, [{ label: 'Result', tone: 'brand', of }]);
      },
    },
  ];
}
