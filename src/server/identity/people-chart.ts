import type { Queryable } from '#server/db/index.ts';
import { countChart, countedByDay, idsOfDays } from '#server/desk/charts.ts';
import type { ChartSeat } from '#server/desk/contract.ts';
import { countNewPeople } from './store-people-chart.ts';

/** New people by day, on the front page. */
export function peopleChart({ db }: { readonly db: Queryable }): ChartSeat {
  return {
    place: 'front',
    id: 'new-people',
    title: 'New people',
    note: 'Accounts opened, staff among them',
    permission: 'people.read',
    unit: 'count',
    shape: 'bars',
    order: 10,
    read: async (days) =>
      countChart(days, [
        { label: 'New people', tone: 'brand', of: countedByDay(await countNewPeople(db, idsOfDays(days))) },
      ]),
  };
}
