import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft, Ban, Inbox, Users } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { deskPath } from '#protocol/office/desks.ts';
import type { OfficeAct, OfficeRecord } from '#protocol/office/office.ts';
import type { OfficeRow } from '#protocol/office/cells.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useSession } from '#web/api/session.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { cx } from '#web/ui/cx.ts';
import { DataList } from '#web/ui/list/data-list.tsx';
import { usePages } from '#web/ui/list/use-pages.ts';
import { Moment } from '#web/ui/moment.tsx';
import { KeyValues } from '#web/ui/show/key-values.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { ActSheet } from './act-sheet.tsx';
import { Shown, useShown } from './shown.tsx';
import { CellView, keyValue } from './cell.tsx';
import { columnsOf } from './desk-list.tsx';
import { NoSuchPlace } from './no-place.tsx';
import { LockBar, Notes, Tags, type At } from './team.tsx';
import type { SeenDesk } from './use-office.ts';
import { useRecord } from './use-record.ts';

/** What scrolls and has nothing in it that takes the focus takes it itself, so that keys can scroll it. */
const SCROLLED = { tabIndex: 0 } as const;

/** A record: what is known at the start, what happened in the middle, what may be done at the end. */
export function RecordScreen({
  desk,
  id,
  extra,
}: {
  readonly desk: SeenDesk;
  readonly id: string;
  readonly extra?: ReactNode;
}) {
  const record = useRecord(desk.id, id);
  if (record.data === undefined) {
    if (record.error instanceof ApiError && [403, 404].includes(record.error.status))
      return <NoSuchPlace permission={null} />;
    return record.error === null ? (
      <div className="grid gap-3 p-5">
        <Skeleton className="h-12 w-72" />
        <Skeleton className="h-64" />
      </div>
    ) : (
      <LoadProblem className="m-4" error={record.error} onRetry={() => void record.refetch()} />
    );
  }
  const at = { desk: desk.id, id };
  return (
    <>
      <title>{`${record.data.title} – ${desk.title}`}</title>
      <Head desk={desk} at={at} record={record.data} />
      <div className="grid lg:min-h-0 lg:flex-1 lg:grid-cols-[16.5rem_minmax(0,1fr)_18.75rem] lg:divide-x lg:divide-line">
        <section {...SCROLLED} aria-label="Facts" className="-outline-offset-2 max-lg:order-2 lg:overflow-y-auto">
          <Facts record={record.data} />
        </section>
        <div className="min-w-0 max-lg:order-3 lg:overflow-y-auto">
          <Tiles record={record.data} />
          {extra}
          <Middle at={at} record={record.data} />
        </div>
        <aside className="max-lg:order-1 lg:overflow-y-auto">
          <Acts at={at} acts={record.data.acts} />
          <Part title="Notes">
            <Notes at={at} notes={record.data.notes} />
          </Part>
        </aside>
      </div>
    </>
  );
}

function Head({ desk, at, record }: { readonly desk: SeenDesk; readonly at: At; readonly record: OfficeRecord }) {
  return (
    <header className="grid gap-3 border-b border-line px-4 py-3 md:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link
          to={deskPath(desk.id)}
          aria-label={`Back to ${desk.title}`}
          className="grid size-9 place-items-center rounded-btn text-mut hover:bg-s2 hover:text-text [&_svg]:size-5"
        >
          <ArrowLeft aria-hidden className="flip" />
        </Link>
        {desk.record === 'person' ? <Avatar src={null} name={record.title} className="size-10 text-14" /> : null}
        <div className="min-w-0">
          <h1 className="text-18 font-620">
            <bdi>{record.title}</bdi>
          </h1>
          <p className="flex flex-wrap items-center gap-x-2 text-13 text-mut">
            {record.subtitle.map((cell, index) =>
              // Its place is all that tells one from another.
              cell === null ? null : <CellView key={`${cell.t} ${String(index)}`} cell={cell} />,
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {record.chips.map((cell) => (
            <CellView key={cell === null ? '' : cell.v} cell={cell} />
          ))}
          <Tags at={at} tags={record.tags} />
        </div>
      </div>
      <LockBar at={at} lock={record.lock} />
    </header>
  );
}

function Part({
  title,
  end,
  children,
}: {
  readonly title: string;
  readonly end?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="grid gap-2.5 border-b border-line px-4 py-4 text-13 last:border-b-0 md:px-5">
      <h2 className="flex items-center justify-between text-14 font-620">
        {title}
        {end}
      </h2>
      {children}
    </section>
  );
}

function Facts({ record }: { readonly record: OfficeRecord }) {
  return record.facts.map(({ id, title, lines }) => (
    <Part key={id} title={title}>
      <KeyValues items={lines.map(keyValue)} />
    </Part>
  ));
}

function Tiles({ record }: { readonly record: OfficeRecord }) {
  if (record.tiles.length === 0) return null;
  return (
    <dl className="grid grid-cols-2 border-b border-line md:flex md:divide-x md:divide-line">
      {record.tiles.map(({ label, value }) => (
        <div key={label} className="min-w-0 flex-1 px-4 py-3 md:px-5">
          <dt className="text-12 text-mut">{label}</dt>
          <dd className="text-16 font-620 whitespace-nowrap">
            <CellView cell={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const TIMELINE = 'timeline';

/** What happened, and the tables of the record, one at a time; which one stands in the address. */
function Middle({ at, record }: { readonly at: At; readonly record: OfficeRecord }) {
  const [search, setSearch] = useSearchParams();
  const tabs = [{ id: TIMELINE, title: 'Timeline' }, ...record.tabs];
  const asked = search.get('tab');
  const open = tabs.find(({ id }) => id === asked)?.id ?? TIMELINE;
  return (
    <>
      <div role="tablist" aria-label="Parts" className="flex gap-5 overflow-x-auto border-b border-line px-4 md:px-5">
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={id === open}
            className={cx(
              '-mb-px border-b-2 py-2.5 whitespace-nowrap',
              id === open ? 'border-brand-text font-540 text-text' : 'border-transparent text-mut hover:text-text',
            )}
            onClick={() => setSearch(id === TIMELINE ? {} : { tab: id }, { replace: true, preventScrollReset: true })}
          >
            {title}
          </button>
        ))}
      </div>
      {open === TIMELINE ? <Happened at={at} /> : <PartTable key={open} at={at} part={open} />}
    </>
  );
}

function PartTable({ at, part }: { readonly at: At; readonly part: string }) {
  const pages = usePages({
    key: ['office', 'part', at.desk, at.id, part],
    read: async (client, page, signal) => {
      const answer = await client.call('office.part', { params: { ...at, part }, query: page }, { signal });
      return { items: answer.rows.map((row) => ({ ...row, columns: answer.columns })), nextCursor: answer.nextCursor };
    },
  });
  const go = useNavigate();
  const link = (row: OfficeRow) => row.cells.find((cell) => cell?.t === 'record');
  return (
    <DataList
      name={`office-${at.desk}-${part}`}
      caption={part}
      pages={pages}
      columns={columnsOf(pages.rows)}
      keyOf={(row) => row.id}
      shown={pages.rows.length === 1 ? '1 row' : `${pages.rows.length} rows`}
      onOpen={(row) => {
        const to = link(row);
        if (to?.t === 'record') void go(`/office/${to.desk}/${encodeURIComponent(to.id)}`);
      }}
      nothing={<EmptyState icon={<Inbox aria-hidden />} title="Nothing here" />}
    />
  );
}

function Happened({ at }: { readonly at: At }) {
  const { client, state } = useSession();
  const pages = useInfiniteQuery({
    queryKey: ['office', 'timeline', at.desk, at.id],
    enabled: state.status === 'ready',
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      client.call(
        'office.timeline',
        { params: at, query: { limit: '30', ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: (page) => page.nextCursor,
  });
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  if (pages.error !== null) {
    return <LoadProblem className="m-4" error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (pages.isPending) return <Skeleton className="m-4 h-40" />;
  if (items.length === 0) return <EmptyState icon={<Inbox aria-hidden />} title="Nothing has happened yet" />;
  return (
    <>
      <ol aria-label="What happened" className="px-4 md:px-5">
        {items.map((item) => (
          <li
            key={item.id}
            className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 border-b border-line py-2.5 text-13 last:border-b-0"
          >
            <Moment at={Date.parse(item.at)} className="text-12 text-mut" />
            <div className="min-w-0">
              <p className="font-540 break-words">{item.title}</p>
              {item.text === null ? null : <p className="break-words text-mut">{item.text}</p>}
              {item.by === null ? null : <p className="text-12 text-mut">by {item.by}</p>}
            </div>
          </li>
        ))}
      </ol>
      {pages.hasNextPage ? (
        <div className="px-5 pb-4">
          <Button size="sm" aria-disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show older
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Acts({ at, acts }: { readonly at: At; readonly acts: readonly OfficeAct[] }) {
  const [open, setOpen] = useState<OfficeAct | null>(null);
  const shown = useShown();
  if (acts.length === 0) return null;
  const [now, others] = [
    acts.filter(({ refused }) => refused === null),
    acts.filter(({ refused }) => refused !== null),
  ];
  return (
    <Part title="Acts">
      {shown.done === null ? null : <Shown done={shown.done} onHide={shown.hide} />}
      {now.length === 0 ? (
        <p className="text-mut">Nothing can be done here now.</p>
      ) : (
        <ActList acts={now} onOpen={setOpen} />
      )}
      {others.length === 0 ? null : (
        <details>
          <summary className="flex min-h-8 items-center gap-2 rounded-btn text-12 text-mut hover:text-text">
            <Ban aria-hidden className="size-3.5" />
            {others.length === 1 ? '1 isn’t possible now' : `${others.length} aren’t possible now`}
          </summary>
          <ActList acts={others} onOpen={setOpen} />
        </details>
      )}
      {open === null ? null : <ActSheet act={open} at={at} onClose={() => setOpen(null)} onShow={shown.show} />}
    </Part>
  );
}

const saysOf = (act: OfficeAct | undefined) => act?.refused ?? act?.rule;

/** Each act with the rule that allows or refuses it. */
function ActList({ acts, onOpen }: { readonly acts: readonly OfficeAct[]; readonly onOpen: (act: OfficeAct) => void }) {
  return (
    <ul className="grid gap-1.5">
      {acts.map((act, index) => (
        <li key={act.id} className="grid gap-0.5">
          <Button
            wide
            variant={act.danger === true && act.refused === null ? 'danger' : 'secondary'}
            aria-disabled={act.refused !== null}
            className="justify-start text-start"
            data-act={act.id}
            onClick={() => {
              if (act.refused === null) onOpen(act);
            }}
          >
            <span className="flex-1">{act.label}</span>
            {act.people === 2 ? <Users aria-label="Takes two people" className="size-4 shrink-0 text-mut" /> : null}
          </Button>
          {/* One rule of several acts in a row stands below the last of them. */}
          {saysOf(act) === saysOf(acts[index + 1]) ? null : <p className="px-1 text-12 text-mut">{saysOf(act)}</p>}
        </li>
      ))}
    </ul>
  );
}
