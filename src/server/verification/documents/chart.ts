import { DAY_MS } from '#domain/time.ts';
import { startOf } from '#protocol/office/days.ts';
import type { Queryable } from '#server/db/index.ts';
import { countChart, idsOfDays } from '#server/desk/charts.ts';
import type { ChartSeat } from '#server/desk/contract.ts';
import { countReviews } from './store-chart.ts';

/** How documents came and were decided, on the front page. */
export function documentsChart({ db }: { readonly db: Queryable }): ChartSeat {
  return {
    place: 'front',
    id: 'documents',
    title: 'Documents',
    permission: 'verification.read',
    unit: 'count',
    shape: 'lines',
    order: 90,
    read: async (days) => {
      const ends = days.map((day) => [new Date(startOf(day)), new Date(startOf(day) + DAY_MS)] as const);
      const rows = await countReviews(db, idsOfDays(days), ends);
      const of = (name: 'sent' | 'decided') => new Map(rows.map((row) => [row.day, BigInt(row[name])]));
      return countChart(days, [
        { label: 'Sent', tone: 'info', of: of('sent') },
        { label: 'Decided', tone: 'up', of: of('decided') },
      ]);
    },
  };
}
