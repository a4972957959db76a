import { usdt } from '#domain/money.ts';
import { firstIdAt } from '#domain/ids.ts';
import { startOf } from '#protocol/office/days.ts';
import { DAY_MS } from '#domain/time.ts';
import { moneyWords } from '#protocol/codecs.ts';
import type { ChartTone, OfficeChart } from '#protocol/office/charts.ts';

/** A sum of each day that has one: a number, or money of 10^-6. */
export type ByDay = ReadonlyMap<string, bigint>;

/** A line of a chart of days. */
export interface DayLine {
  readonly label: string;
  readonly tone: ChartTone;
  readonly of: ByDay;
}

/** A chart of numbers by day; a day without one has 0. */
export function countChart(days: readonly string[], lines: readonly DayLine[]): OfficeChart {
  return dayChart(days, lines, String);
}

/** A chart of money by day, in USDT; a day without any has 0. */
export function moneyChart(days: readonly string[], lines: readonly DayLine[]): OfficeChart {
  return dayChart(days, lines, (sum) => moneyWords(usdt(sum)));
}

function dayChart(days: readonly string[], lines: readonly DayLine[], text: (sum: bigint) => string): OfficeChart {
  return {
    labels: [...days],
    lines: lines.map(({ label, tone, of }) => ({ label, tone, values: days.map((day) => text(of.get(day) ?? 0n)) })),
  };
}

/** Sums the rows of each day. */
export function sumByDay<R extends { readonly day: string }>(rows: readonly R[], of: (row: R) => bigint): ByDay {
  const sums = new Map<string, bigint>();
  for (const row of rows) sums.set(row.day, (sums.get(row.day) ?? 0n) + of(row));
  return sums;
}

/** Arguments of a statement that counts ids by the days they were drawn on: days, the least id of each, and of the day behind it. */
export function idsOfDays(days: readonly string[]): readonly [readonly string[], readonly string[], readonly string[]] {
  const starts = days.map(startOf);
  return [days, starts.map(firstIdAt), starts.map((start) => firstIdAt(start + DAY_MS))];
}

/** Counts as `idsOfDays` asks for them. */
export function countedByDay(rows: readonly { readonly day: string; readonly count: string }[]): ByDay {
  return new Map(rows.map(({ day, count }) => [day, BigInt(count)]));
}
