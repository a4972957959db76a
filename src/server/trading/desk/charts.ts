import { withinShare } from '#domain/office/speeds.ts';
import type { OfficeChart } from '#protocol/office/charts.ts';
import type { Queryable } from '#server/db/index.ts';
import { countChart, moneyChart, sumByDay } from '#server/desk/charts.ts';
import type { ChartSeat } from '#server/desk/contract.ts';
import { findDays, findSpeeds, type TradingDay } from './store-days.ts';

const span = (days: readonly string[]) => ({ from: days[0] ?? '', to: days.at(-1) ?? '' });

/** What the house gained of a row, 10^-6: what people lost to it, what its maker gained, fees; rounds are between people and its maker. */
export function gainOf({ what, volume, paid }: Pick<TradingDay, 'what' | 'volume' | 'paid'>): bigint {
  if (what === 'rounds') return 0n;
  return what === 'maker' ? paid - volume : volume - paid;
}

/** Of trading, on the front page. */
export function tradingCharts({ db }: { readonly db: Queryable }): readonly ChartSeat[] {
  const of = (rows: readonly TradingDay[], what: TradingDay['what'], sum: (row: TradingDay) => bigint) =>
    sumByDay(
      rows.filter((row) => row.what === what),
      sum,
    );
  const base = { place: 'front', permission: 'trading.read' } as const;
  return [
    {
      ...base,
      id: 'volume',
      title: 'Volume',
      note: 'Stakes of predictions, and cost of shares held to the end',
      unit: 'USDT',
      shape: 'lines',
      order: 30,
      read: async (days) => {
        const rows = await findDays(db, span(days));
        return moneyChart(days, [
          { label: 'Quick', tone: 'brand', of: of(rows, 'quick', ({ volume }) => volume) },
          { label: 'Rounds', tone: 'info', of: of(rows, 'rounds', ({ volume }) => volume) },
        ]);
      },
    },
    {
      ...base,
      id: 'ended',
      title: 'Predictions and rounds that ended',
      unit: 'count',
      shape: 'lines',
      order: 40,
      read: async (days) => {
        const rows = await findDays(db, span(days));
        return countChart(days, [
          { label: 'Quick', tone: 'brand', of: of(rows, 'quick', ({ ended }) => ended) },
          { label: 'Rounds', tone: 'info', of: of(rows, 'rounds', ({ ended }) => ended) },
        ]);
      },
    },
    {
      ...base,
      id: 'result',
      title: 'Result of the house',
      note: 'What it won of quick predictions, by its maker and in fees',
      unit: 'USDT',
      shape: 'lines',
      order: 50,
      read: async (days) => {
        const rows = await findDays(db, span(days));
        return moneyChart(days, [
          { label: 'Quick', tone: 'brand', of: of(rows, 'quick', gainOf) },
          { label: 'Maker', tone: 'info', of: of(rows, 'maker', gainOf) },
          { label: 'Fees', tone: 'warn', of: of(rows, 'fees', gainOf) },
        ]);
      },
    },
    {
      ...base,
      id: 'speed',
      title: 'Time of a batch',
      note: 'From its first statement to the commit',
      unit: 'ms',
      shape: 'lines',
      permission: 'system.read',
      order: 120,
      read: async (days) => speedChart(days, await findSpeeds(db, span(days))),
    },
  ];
}

type Speeds = Awaited<ReturnType<typeof findSpeeds>>;

function speedChart(days: readonly string[], rows: Speeds): OfficeChart {
  const line = (label: string, tone: 'brand' | 'warn', share: number) => ({
    label,
    tone,
    values: days.map((day) => {
      const within = withinShare(
        rows.filter((row) => row.day === day),
        share,
      );
      return within === null ? null : String(within);
    }),
  });
  return { labels: [...days], lines: [line('Half of them within', 'brand', 0.5), line('95 % within', 'warn', 0.95)] };
}
