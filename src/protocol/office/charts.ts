import { z } from 'zod';
import { CHART_DAYS } from '../pages/numbers.ts';

/** Where charts stand: the page that one comes in by, or a desk. */
export const FRONT = 'front';

const head = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** How its values are counted in, in a few words; null: the title says it. */
  note: z.string().nullable(),
  unit: z.enum(['count', 'USDT', 'ms', 'min']),
  shape: z.enum(['bars', 'lines']),
  /** By UTC day, by the time of day, or by a name. */
  by: z.enum(['day', 'time', 'name']),
});
export type ChartHead = z.infer<typeof head>;

const place = z.string().regex(/^[a-z][a-z0-9_.-]{0,39}$/);
export const chartsParams = z.strictObject({ place: place.describe('`front`, or the id of a desk.') });
export const chartsAnswer = z.strictObject({ charts: z.array(head) });
export type OfficeCharts = z.infer<typeof chartsAnswer>;

export const chartParams = chartsParams.extend({ chart: place.describe('Id of a chart.') });
export const chartQuery = z.strictObject({
  days: z.enum(CHART_DAYS).optional().describe('How many UTC days, today among them; 30 unless said.'),
});

export const chartAnswer = z.strictObject({
  /** What stands under the values: days, times, names. */
  labels: z.array(z.string()),
  /** A value for each label, exact decimal text; null: there is none. */
  lines: z.array(
    z.strictObject({
      label: z.string(),
      tone: z.enum(['brand', 'info', 'up', 'down', 'warn']),
      values: z.array(z.string().nullable()),
    }),
  ),
});
export type OfficeChart = z.infer<typeof chartAnswer>;
export type ChartTone = OfficeChart['lines'][number]['tone'];
