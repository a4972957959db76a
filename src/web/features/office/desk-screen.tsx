import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { deskPath } from '#protocol/office/desks.ts';
import { useSession } from '#web/api/session.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { Link, useLocation } from 'react-router';
import { Charts } from './charts/charts.tsx';
import { DeskList } from './desk-list.tsx';
import { SavedViews } from './saved-views.tsx';
import { DeskTabs } from './side-nav.tsx';
import type { SeenDesk } from './use-office.ts';

/** What every desk has: its title, its neighbours, and the place of its work. */
export function DeskPlace(props: {
  readonly desk: SeenDesk;
  /** At the end of the title: saved views, an act. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}) {
  const { desk, end, children } = props;
  return (
    <>
      <title>{`${desk.title} – Back office`}</title>
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-3 px-4 py-2 md:px-5">
        <h1 className="text-18 font-620">{desk.title}</h1>
        {end}
      </header>
      <DeskTabs noun={desk.noun} current={desk.id} />
      {desk.charts === true ? <Charts place={desk.id} className="p-4 pb-0 md:p-3 md:pb-0" /> : null}
      <div className="bg-s1 md:m-3 md:rounded-card md:border md:border-line">{children}</div>
    </>
  );
}

/** At the end of a list's title: what begins a record, and saved views. */
function Ends({ desk }: { readonly desk: SeenDesk }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {desk.begins === undefined ? null : (
        <Link to={deskPath(desk.id, 'new')} className={buttonClass({ size: 'sm', variant: 'primary' })}>
          {desk.begins}
        </Link>
      )}
      <SavedViews desk={desk} />
    </div>
  );
}

/** A desk without a screen of its own: its subject's list. */
export function DeskScreen({ desk, end }: { readonly desk: SeenDesk; readonly end?: ReactNode }) {
  const { client, state } = useSession();
  // A saved view is another entry of the history: the list takes its filter anew.
  const { key } = useLocation();
  // The names of the filter's fields are the subject's: they come before the rows, which the address filters.
  const form = useQuery({
    queryKey: ['office', 'form', desk.id],
    enabled: state.status === 'ready',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      client
        .call('office.list', { params: { desk: desk.id }, query: { limit: '1' } }, { signal })
        .then(({ filters }) => filters),
  });
  return (
    <DeskPlace desk={desk} end={end ?? <Ends desk={desk} />}>
      {form.data === undefined ? (
        form.error === null ? (
          <div className="grid gap-2 p-4">
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
          </div>
        ) : (
          <LoadProblem className="m-4" error={form.error} onRetry={() => void form.refetch()} />
        )
      ) : (
        <DeskList key={`${desk.id} ${key}`} desk={desk} fields={form.data} />
      )}
    </DeskPlace>
  );
}
