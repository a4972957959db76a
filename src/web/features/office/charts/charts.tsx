import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CHART_DAYS } from '#protocol/pages/numbers.ts';
import { useSession } from '#web/api/session.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { cx } from '#web/ui/cx.ts';
import { Select } from '#web/ui/form/select.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { ChartCard, type ChartDays } from './chart-card.tsx';

/** The charts of a place that the person may see; nothing where there are none. */
export function Charts({ place, className }: { readonly place: string; readonly className?: string }) {
  const { client, state } = useSession();
  const [days, setDays] = useState<ChartDays>('30');
  const charts = useQuery({
    queryKey: ['office', 'charts', place],
    enabled: state.status === 'ready',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => client.call('office.charts', { params: { place } }, { signal }),
  });
  if (charts.data === undefined) {
    return charts.error === null ? (
      <Skeleton className={cx('h-64', className)} />
    ) : (
      <LoadProblem className={cx('m-0', className)} error={charts.error} onRetry={() => void charts.refetch()} />
    );
  }
  const heads = charts.data.charts;
  if (heads.length === 0) return null;
  return (
    <section aria-label="Charts" className={cx('grid gap-3', className)}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-16 font-620">Figures</h2>
        {heads.some(({ by }) => by === 'day') ? (
          <Select
            label="Time"
            className="w-40"
            value={days}
            onChange={(event) => setDays(CHART_DAYS.find((one) => one === event.target.value) ?? '30')}
          >
            {CHART_DAYS.map((one) => (
              <option key={one} value={one}>
                {`Last ${one} days`}
              </option>
            ))}
          </Select>
        ) : null}
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3">
        {heads.map((head) => (
          <ChartCard key={head.id} place={place} head={head} days={days} />
        ))}
      </div>
    </section>
  );
}
