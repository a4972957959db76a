import type { Queryable } from '#server/db/index.ts';
import { countChart, idsOfDays } from '#server/desk/charts.ts';
import type { ChartSeat } from '#server/desk/contract.ts';
import { countMails } from './store-desk.ts';

/** Mails by the day they were made on, on the front page. */
export function mailChart({ db }: { readonly db: Queryable }): ChartSeat {
  return {
    place: 'front',
    id: 'mails',
    title: 'Mails',
    note: 'By the day they were written on; old ones are forgotten',
    permission: 'system.read',
    unit: 'count',
    shape: 'lines',
    order: 100,
    read: async (days) => {
      const rows = await countMails(db, idsOfDays(days));
      const of = (name: 'sent' | 'not_sent') => new Map(rows.map((row) => [row.day, BigInt(row[name])]));
      return countChart(days, [
        { label: 'Sent', tone: 'brand', of: of('sent') },
        { label: 'Failed or unsure', tone: 'down', of: of('not_sent') },
      ]);
    },
  };
}
