import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { PairWire } from '#protocol/trading.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Num } from '#web/ui/num.tsx';
import { Chip, EmptyState, Skeleton } from '#web/ui/states.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { groupIncidents, hasCost } from './incident-groups.ts';
import type { Cost, IncidentGroup } from './incident-groups.ts';
import { useIncidents } from './use-incidents.ts';

/** Names of so many pairs fit a row. */
const FEW_PAIRS = 3;
/** Below this a length is told in seconds, ms. */
const SHORT_MS = 120_000;

/** When prices were away, why, what was void for it and what came back. */
export function IncidentList({ pairs }: { readonly pairs: readonly PairWire[] }) {
  const { t } = useTranslation('feeds');
  const [pair, setPair] = useState('');
  const pages = useIncidents(pair);
  const groups = groupIncidents(pages.data?.pages.flatMap(({ items }) => items) ?? []);
  return (
    <section className="card mt-6 overflow-hidden" aria-labelledby="incidents" aria-busy={pages.isFetching}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 px-4 py-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="incidents" className="text-16 font-620">
            {t('title')}
          </h2>
          <p className="mt-0.5 max-w-2xl text-13 text-pretty text-mut">{t('lead')}</p>
        </div>
        <Select
          label={t('filter')}
          value={pair}
          onChange={(event) => setPair(event.target.value)}
          className="w-44 max-sm:w-full"
        >
          <option value="">{t('all')}</option>
          {pairs.map(({ id }) => (
            <option key={id} value={id}>
              {pairLabel(id)}
            </option>
          ))}
        </Select>
      </div>
      {groups.length > 0 ? <Groups groups={groups} /> : null}
      {pages.isPending ? (
        <div className="grid gap-2 border-t border-line p-4">
          <Skeleton className="h-9" />
          <Skeleton className="h-9 w-2/3" />
        </div>
      ) : null}
      {pages.isError && groups.length === 0 ? (
        <EmptyState
          className="border-t border-line"
          title={t('failed')}
          action={<Button onClick={() => void pages.refetch()}>{t('retry')}</Button>}
        />
      ) : null}
      {pages.isSuccess && groups.length === 0 ? (
        <EmptyState
          className="border-t border-line"
          icon={<ShieldCheck aria-hidden />}
          title={t('empty.title')}
          text={t('empty.text')}
        />
      ) : null}
      {pages.hasNextPage ? (
        <div className="border-t border-line px-4 py-3">
          <Button aria-disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** A table on wide screens, cards on narrower ones. */
function Groups({ groups }: { readonly groups: readonly IncidentGroup[] }) {
  const { t } = useTranslation('feeds');
  return (
    <>
      <Table
        plain
        caption={t('title')}
        className="max-lg:hidden"
        head={
          <tr className="border-t border-line">
            <Th>{t('col.when')}</Th>
            <Th>{t('filter')}</Th>
            <Th>{t('col.cause')}</Th>
            <Th>{t('col.void')}</Th>
            <Th end>{t('col.back')}</Th>
          </tr>
        }
      >
        {groups.map((group) => (
          <tr key={group.id} data-incident={group.id} className="align-top">
            <Td className="whitespace-normal!">
              <When group={group} />
            </Td>
            <Td className="whitespace-normal!">
              <Pairs pairs={group.pairs} />
            </Td>
            <Td>
              <Cause group={group} />
            </Td>
            <Td className="whitespace-normal!">
              <Voids group={group} />
            </Td>
            <Td end>
              <Back group={group} />
            </Td>
          </tr>
        ))}
      </Table>
      <ul className="lg:hidden">
        {groups.map((group) => (
          <li key={group.id} className="grid gap-1.5 border-t border-line px-4 py-3 text-13">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <div className="font-620">
                <Pairs pairs={group.pairs} />
              </div>
              <Cause group={group} />
            </div>
            <When group={group} />
            <dl className="grid gap-1">
              <Fact label={t('col.void')}>
                <Voids group={group} />
              </Fact>
              <Fact label={t('col.back')}>
                <Back group={group} />
              </Fact>
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-mut">{label}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  );
}

function When({ group: { from, to } }: { readonly group: IncidentGroup }) {
  const { t } = useTranslation('feeds');
  const formats = useFormats();
  const begun = formats.dateTime(from);
  if (to === null) return <span className="text-mut">{t('lasts', { from: begun })}</span>;
  const ms = to - from;
  const span = ms < SHORT_MS ? formats.durationLong(Math.max(1, Math.round(ms / 1_000))) : formats.span(ms);
  return <span className="text-mut">{t('took', { from: begun, span })}</span>;
}

function Pairs({ pairs }: { readonly pairs: readonly string[] }) {
  const { t } = useTranslation('feeds');
  const names = pairs.map(pairLabel).join(', ');
  if (pairs.length <= FEW_PAIRS) return <bdi>{names}</bdi>;
  return (
    <details>
      <summary className="flex min-h-6 w-fit cursor-pointer items-center underline pointer-coarse:min-h-11 decoration-dotted underline-offset-4">
        {t('pairs', { count: pairs.length })}
      </summary>
      <p className="max-w-80 min-w-44 font-450 whitespace-normal text-mut">
        <bdi>{names}</bdi>
      </p>
    </details>
  );
}

function Cause({ group: { cause, to } }: { readonly group: IncidentGroup }) {
  const { t } = useTranslation('feeds');
  return <Chip tone={to === null ? 'warn' : 'plain'}>{t(`cause.${cause}`)}</Chip>;
}

/** One line a realm that lost something. */
function Lines({ group, line }: { readonly group: IncidentGroup; readonly line: (cost: Cost) => ReactNode }) {
  const { t } = useTranslation(['feeds', 'common']);
  const names = { real: t('real'), demo: t('common:demo') };
  return (
    <span className="grid gap-0.5">
      {(['real', 'demo'] as const).map((realm) =>
        hasCost(group[realm]) ? (
          <span key={realm}>
            <span className="text-mut">{names[realm]}</span> {line(group[realm])}
          </span>
        ) : null,
      )}
    </span>
  );
}

function Voids({ group }: { readonly group: IncidentGroup }) {
  const { t } = useTranslation('feeds');
  if (!hasCost(group.real) && !hasCost(group.demo)) return <span className="text-mut">{t('nothing')}</span>;
  const line = ({ predictions, rounds }: Cost) =>
    [
      ...(predictions > 0 ? [t('predictions', { count: predictions })] : []),
      ...(rounds > 0 ? [t('rounds', { count: rounds })] : []),
    ].join(' · ');
  return <Lines group={group} line={line} />;
}

function Back({ group }: { readonly group: IncidentGroup }) {
  const formats = useFormats();
  if (!hasCost(group.real) && !hasCost(group.demo)) return <span className="text-faint">–</span>;
  return <Lines group={group} line={({ back }) => <Num>{formats.money(back)}</Num>} />;
}
