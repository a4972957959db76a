import { minutesOfDay } from '#domain/prices/incident-minutes.ts';
import { startOf } from '#protocol/office/days.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import { countChart } from '#server/desk/charts.ts';
import type { ChartSeat } from '#server/desk/contract.ts';
import { incidentsSince } from '../store-incidents.ts';

/** How long pairs had no price that can be trusted, on the front page. */
export function incidentChart({
  db,
  clock,
}: {
  readonly db: Queryable;
  readonly clock: Pick<Clock, 'now'>;
}): ChartSeat {
  return {
    place: 'front',
    id: 'incidents',
    title: 'Minutes without a price',
    note: 'Of all pairs together, in their hours',
    permission: 'trading.read',
    unit: 'min',
    shape: 'bars',
    order: 110,
    read: async (days) => {
      const spans = await incidentsSince(db, startOf(days[0] ?? ''));
      const now = clock.now();
      const of = new Map(days.map((day) => [day, BigInt(minutesOfDay(startOf(day), spans, now))]));
      return countChart(days, [{ label: 'Minutes', tone: 'warn', of }]);
    },
  };
}
