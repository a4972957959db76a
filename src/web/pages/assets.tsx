import type { ReactNode } from 'react';
import { CircleDot, Moon, WifiOff } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { PAIR_GROUPS, type PairGroup } from '#domain/prices/pair.ts';
import { windowsOf } from '#domain/trading/rounds/windows.ts';
import type { PairWire } from '#protocol/trading.ts';
import { onlineFirst } from '../pair-order.ts';
import { useFormats, useShell } from '../shell-context.ts';
import { pathOf } from '../site.ts';
import { PairIcon, pairLabel } from '../ui/market/pair-icon.tsx';
import { usePairName } from '../ui/market/pair-name.ts';
import { PhoneFrame } from '../ui/frame/phone-frame.tsx';
import { SiteFrame } from '../ui/frame/site-frame.tsx';
import { Chip, EmptyState } from '../ui/states.tsx';
import { LiveArea, LiveChange, LivePrice, liveProps } from './live-prices.tsx';
import { readPairs } from './read-pairs.server.ts';

export const handle = { static: true };

export async function loader({ context }: LoaderFunctionArgs) {
  return { pairs: await readPairs(context) };
}

const GRID =
  'md:grid-cols-[minmax(0,1.9fr)_minmax(0,1.2fr)_minmax(0,.7fr)_minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1.3fr)_6rem]';

/** Every pair on offer, group by group, with what can be done with it. */
export default function Assets() {
  const { t } = useTranslation('assets');
  const { pairs } = useLoaderData<typeof loader>();
  return (
    <PhoneFrame>
      <SiteFrame>
        <h1 className="pt-5 text-26 font-620 tracking-[-.022em] md:pt-8">{t('title')}</h1>
        <p className="mt-1.5 max-w-[44em] text-15 text-mut text-pretty">{t('lead')}</p>
        <nav
          aria-label={t('jump')}
          className="-mx-1 mt-5 flex gap-1.5 fade-x overflow-x-auto p-1 [scrollbar-width:none]"
        >
          {PAIR_GROUPS.map((group) => (
            <a
              key={group}
              href={`#${group}`}
              className="flex min-h-9 shrink-0 items-center rounded-btn bg-s2 px-3.5 font-540 text-mut hover:text-text pointer-coarse:min-h-11"
            >
              {t(`group.${group}`)}
            </a>
          ))}
        </nav>
        <LiveArea className="mt-4 grid gap-4">
          {pairs.length === 0 ? (
            <EmptyState className="card" icon={<WifiOff aria-hidden />} title={t('title')} text={t('starting')} />
          ) : (
            PAIR_GROUPS.map((group) => (
              <Group key={group} group={group} pairs={onlineFirst(pairs.filter((pair) => pair.market === group))} />
            ))
          )}
        </LiveArea>
      </SiteFrame>
    </PhoneFrame>
  );
}

function Group({ group, pairs }: { readonly group: PairGroup; readonly pairs: readonly PairWire[] }) {
  const { t } = useTranslation('assets');
  const heads = [
    'col.pair',
    'col.price',
    'term.payout',
    'col.durations',
    'col.stakes',
    'col.rounds',
    'col.state',
  ] as const;
  return (
    <section id={group} aria-labelledby={`${group}-title`} className="card scroll-mt-4 overflow-hidden">
      <h2 id={`${group}-title`} className="px-4 pt-4 pb-2 text-16 font-620 md:px-6">
        {t(`group.${group}`)}
      </h2>
      <div aria-hidden className={`hidden gap-x-4 px-6 pb-2 text-12 text-faint md:grid ${GRID}`}>
        {heads.map((head) => (
          <span key={head} className="last:text-end">
            {t(head)}
          </span>
        ))}
      </div>
      <ul>
        {pairs.map((pair) => (
          <Row key={pair.id} pair={pair} />
        ))}
      </ul>
    </section>
  );
}

function Row({ pair }: { readonly pair: PairWire }) {
  const { t } = useTranslation('assets');
  const formats = useFormats();
  const { locale } = useShell();
  const name = usePairName();
  const first = pair.durations[0];
  const last = pair.durations.at(-1);
  const span =
    first === undefined || last === undefined
      ? '–'
      : t('from_to', { from: formats.duration(first), to: formats.duration(last) });
  const money = (amount: number) => formats.money(String(amount), { places: 0 });
  const fact = (label: string, value: ReactNode) => (
    <span className="flex min-w-0 justify-between gap-2 text-13">
      <span className="text-mut md:vh">{label}</span>
      {typeof value === 'string' ? <bdi>{value}</bdi> : value}
    </span>
  );
  return (
    <li
      className={`grid items-center gap-x-4 gap-y-1.5 border-t border-line px-4 py-3 md:px-6 ${GRID}`}
      {...liveProps(pair)}
    >
      <a
        href={`${pathOf('trading-demo', locale)}?pair=${pair.id}`}
        className="flex min-h-10 min-w-0 items-center gap-3 hover:text-brand-text"
      >
        <PairIcon pair={pair.id} className="size-8" />
        <span className="min-w-0">
          <bdi className="block font-620">{pairLabel(pair.id)}</bdi>
          <span className="block truncate text-12 text-mut">
            <bdi>{name(pair)}</bdi>
          </span>
        </span>
      </a>
      <span className="flex items-baseline justify-between gap-2 md:block">
        <LivePrice pair={pair} className={`block font-620 ${pair.status === 'online' ? '' : 'text-mut'}`} />
        <LiveChange pair={pair} className="block text-12" />
      </span>
      {fact(t('term.payout'), formats.percent(pair.payout))}
      {fact(t('col.durations'), span)}
      {fact(t('col.stakes'), t('from_to', { from: money(pair.minStake), to: money(pair.maxStake) }))}
      {fact(
        t('col.rounds'),
        <span className="flex flex-wrap justify-end gap-x-2 md:justify-start">
          {windowsOf(pair.market).map((seconds) => (
            <bdi key={seconds} className="whitespace-nowrap">
              {formats.duration(seconds)}
            </bdi>
          ))}
        </span>,
      )}
      <span className="md:text-end">
        <State pair={pair} />
      </span>
    </li>
  );
}

function State({ pair }: { readonly pair: PairWire }) {
  const { t } = useTranslation('assets');
  if (pair.status === 'online') {
    return (
      <Chip tone="ok" icon={<CircleDot aria-hidden />}>
        {t('state.online')}
      </Chip>
    );
  }
  return pair.status === 'closed' ? (
    <Chip icon={<Moon aria-hidden />}>{t('state.closed')}</Chip>
  ) : (
    <Chip tone="warn" icon={<WifiOff aria-hidden />}>
      {t('state.offline')}
    </Chip>
  );
}
