import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useMemo, useRef } from 'react';
import type { ChartHead, OfficeChart } from '#protocol/office/charts.ts';
import { useSession } from '#web/api/session.tsx';
import type { Formats } from '#web/i18n/format.ts';
import { useFormats } from '#web/shell-context.ts';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Num } from '#web/ui/num.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { dashOf, hasValues, toneVariable } from './plot.ts';
import { usePlot } from './use-plot.ts';

export type ChartDays = '7' | '30' | '90';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
/** What scrolls and has nothing in it that takes the focus takes it itself, so that keys can scroll it. */
const SCROLLED = { tabIndex: 0 } as const;
/** Asked again this often, ms. */
const FRESH_MS = 60_000;

/** What stands under a value. */
function labelText({ by }: ChartHead, label: string, formats: Formats): string {
  if (label === '') return '';
  if (by === 'day') return DAY.format(Date.parse(`${label}T00:00:00Z`));
  return by === 'time' ? formats.clock(Date.parse(label)) : label;
}

function valueText({ unit }: ChartHead, value: string | null, formats: Formats): string {
  if (value === null) return '–';
  if (unit === 'USDT') return formats.money(value);
  return unit === 'count' ? formats.number(value) : `${formats.number(value)} ${unit}`;
}

/** A chart with its latest values in words, and all of them as a table. */
export function ChartCard({
  place,
  head,
  days,
}: {
  readonly place: string;
  readonly head: ChartHead;
  readonly days: ChartDays;
}) {
  const { client, state } = useSession();
  const title = useId();
  const chart = useQuery({
    queryKey: ['office', 'chart', place, head.id, days],
    enabled: state.status === 'ready',
    refetchInterval: FRESH_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      client.call('office.chart', { params: { place, chart: head.id }, query: { days } }, { signal }),
  });
  return (
    <section aria-labelledby={title} className="card grid min-w-0 content-start gap-2 p-4">
      <h3 id={title} className="text-14 font-620">
        {head.title}
      </h3>
      {head.note === null ? null : <p className="-mt-1.5 text-12 text-mut">{head.note}</p>}
      {chart.data === undefined ? (
        <div className="h-[13.25rem]">
          {chart.error === null ? (
            <Skeleton className="h-full" />
          ) : (
            <LoadProblem error={chart.error} onRetry={() => void chart.refetch()} />
          )}
        </div>
      ) : (
        <Drawn head={head} chart={chart.data} />
      )}
    </section>
  );
}

function Drawn({ head, chart }: { readonly head: ChartHead; readonly chart: OfficeChart }) {
  const formats = useFormats();
  const box = useRef<HTMLDivElement>(null);
  const isEmpty = !hasValues(chart);
  const options = useMemo(
    () =>
      isEmpty
        ? null
        : {
            head,
            chart,
            label: (label: string) => labelText(head, label, formats),
            value: (value: number) => (head.unit === 'USDT' ? `$${SHORT.format(value)}` : SHORT.format(value)),
          },
    [isEmpty, head, chart, formats],
  );
  const place = usePlot(box, options) ?? chart.labels.length - 1;
  return (
    <>
      <dl className="flex min-h-10 flex-wrap gap-x-5 gap-y-1 text-12">
        {chart.lines.map(({ label, tone, values }, index) => (
          <div key={label}>
            <dt className="flex items-center gap-1.5 text-mut">
              <svg aria-hidden viewBox="0 0 18 4" className="h-1 w-4.5">
                <line
                  x2="18"
                  y1="2"
                  y2="2"
                  strokeWidth="3"
                  strokeDasharray={dashOf(index)}
                  style={{ stroke: toneVariable(tone) }}
                />
              </svg>
              {label}
            </dt>
            <dd className="text-14 font-620">
              <Num>{valueText(head, values[place] ?? null, formats)}</Num>
            </dd>
          </div>
        ))}
        <div className="ms-auto text-mut">{labelText(head, chart.labels[place] ?? '', formats)}</div>
      </dl>
      <div ref={box} dir="ltr" aria-hidden className="grid h-[9.375rem] min-w-0 place-items-center overflow-hidden">
        {isEmpty ? <p className="text-13 text-mut">Nothing in this time.</p> : null}
      </div>
      <Numbers head={head} chart={chart} />
    </>
  );
}

/** The same as a table: newest first for days. */
function Numbers({ head, chart }: { readonly head: ChartHead; readonly chart: OfficeChart }) {
  const formats = useFormats();
  const places = chart.labels.map((label, place) => ({ label, place }));
  return (
    <details className="text-12">
      <summary className="w-max rounded-btn py-1 text-mut hover:text-text">Numbers</summary>
      <section {...SCROLLED} aria-label={`${head.title}: numbers`} className="max-h-64 overflow-auto">
        <table className="w-full">
          <thead>
            <tr>
              <th scope="col" className="py-1 text-start font-540 text-mut">
                {head.by === 'day' ? 'Day, UTC' : ''}
              </th>
              {chart.lines.map(({ label }) => (
                <th key={label} scope="col" className="py-1 text-end font-540 text-mut">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(head.by === 'day' ? places.toReversed() : places).map(({ label, place }) => (
              <tr key={label} className="border-t border-line">
                <th scope="row" className="py-1 text-start font-normal">
                  {labelText(head, label, formats)}
                </th>
                {chart.lines.map(({ label: line, values }) => (
                  <td key={line} className="py-1 text-end">
                    <Num>{valueText(head, values[place] ?? null, formats)}</Num>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
