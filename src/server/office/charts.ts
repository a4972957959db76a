import { lastDays } from '#protocol/office/days.ts';
import { holds } from '#domain/office/permissions.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { FRONT, type OfficeChart, type OfficeCharts } from '#protocol/office/charts.ts';
import type { Clock } from '#server/clock.ts';
import type { ChartSeat } from '#server/desk/contract.ts';
import type { Desks, Staff } from '#server/desk/index.ts';
import { deskFor, NOT_THERE, refuseWithout } from './reach.ts';

/** The charts that subjects bring, for whoever may see them. */
export interface ChartReader {
  at(by: Staff, place: string): Outcome<OfficeCharts>;
  read(
    by: Staff,
    asked: { readonly place: string; readonly chart: string; readonly days: number },
  ): Promise<Outcome<OfficeChart>>;
}

export function createCharts({ desks, clock }: { readonly desks: Desks; readonly clock: Clock }): ChartReader {
  const placeFor = (by: Staff, place: string): Outcome<ChartSeat['place']> => {
    if (place === FRONT) return ok(place);
    const desk = deskFor(by, place);
    return desk.ok ? ok(desk.value.id) : desk;
  };
  return {
    at: (by, asked) => {
      const place = placeFor(by, asked);
      if (!place.ok) return place;
      const seen = desks.chartsAt(place.value).filter(({ permission }) => holds(by.role, permission));
      return ok({ charts: seen.map(headOf) });
    },
    read: async (by, asked) => {
      const place = placeFor(by, asked.place);
      if (!place.ok) return place;
      const chart = desks.chartsAt(place.value).find(({ id }) => id === asked.chart);
      if (chart === undefined) return refused(NOT_THERE);
      const refusal = refuseWithout(by, chart.permission);
      return refusal === null ? ok(await chart.read(lastDays(clock.now(), asked.days))) : refused(refusal);
    },
  };
}

function headOf({ id, title, note, unit, shape, by = 'day' }: ChartSeat): OfficeCharts['charts'][number] {
  return { id, title, note: note ?? null, unit, shape, by };
}
