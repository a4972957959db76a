import { CircleDot, Moon, Newspaper, WifiOff } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import type { PairWire } from '#protocol/trading.ts';
import { Num } from '#web/ui/num.tsx';
import { flowOf, opensNext } from '../live/price-flow.ts';
import { useFeedReason } from '../live/feed-reason.ts';
import { onlineFirst } from '../pair-order.ts';
import { useFormats, useShell } from '../shell-context.ts';
import { pageAt, pathOf } from '../site.ts';
import { cx } from '../ui/cx.ts';
import { useHref } from '../ui/frame/header.tsx';
import { pagesIn } from '../ui/frame/nav-entries.ts';
import { FeedKindChip } from '../ui/market/feed-kind.tsx';
import type { FeedKind } from '../ui/market/feed-kind.tsx';
import { PairIcon, pairLabel } from '../ui/market/pair-icon.tsx';
import { usePairName } from '../ui/market/pair-name.ts';
import { PhoneFrame } from '../ui/frame/phone-frame.tsx';
import { SiteFrame } from '../ui/frame/site-frame.tsx';
import { Sparkline } from '../ui/market/sparkline.tsx';
import { Chip, EmptyState } from '../ui/states.tsx';
import { LiveArea, LiveChange, LiveLost, LivePrice, liveProps } from './live-prices.tsx';
import { readPairs } from './read-pairs.server.ts';

export const handle = { static: true };

export async function loader({ context, request }: LoaderFunctionArgs) {
  const group = pageAt(new URL(request.url).pathname)?.group ?? 'crypto';
  const pairs = await readPairs(context);
  return { group, now: Date.now(), pairs: onlineFirst(pairs.filter((pair) => pair.market === group)) };
}

function StateChip({ pair }: { readonly pair: PairWire }) {
  const { t } = useTranslation(['pages', 'common']);
  if (pair.status === 'online') {
    return (
      <Chip tone="ok" icon={<CircleDot aria-hidden />}>
        {t('group.open')}
      </Chip>
    );
  }
  return pair.status === 'closed' ? (
    <Chip icon={<Moon aria-hidden />}>{t('group.closed')}</Chip>
  ) : (
    <Chip tone="warn" icon={<WifiOff aria-hidden />}>
      {t('group.offline')}
    </Chip>
  );
}

/** Why there are no prices, else when the market closes or opens next, as a span from now: the server does not know the viewer's clock. */
function Hours({ pair, now }: { readonly pair: PairWire; readonly now: number }) {
  const { t } = useTranslation(['pages', 'common']);
  const formats = useFormats();
  const reason = useFeedReason(pair.reason);
  const until = (iso: string) => formats.span(Date.parse(iso) - now);
  if (pair.status === 'closed') {
    return pair.nextOpen === null ? null : <>{t('state.opens_in', { time: until(pair.nextOpen) })}</>;
  }
  if (pair.status === 'offline') return <>{reason}</>;
  return <>{pair.nextClose === null ? t('group.always') : t('state.closes_in', { time: until(pair.nextClose) })}</>;
}

function Row({ pair, now }: { readonly pair: PairWire; readonly now: number }) {
  const { t } = useTranslation(['pages', 'common']);
  const formats = useFormats();
  const { locale } = useShell();
  const name = usePairName();
  return (
    <li className="not-first:border-t not-first:border-line">
      <a
        href={`${pathOf('trading-demo', locale)}?pair=${pair.id}`}
        className="grid min-h-17 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-s2 focus-visible:-outline-offset-2 md:grid-cols-[minmax(0,2.2fr)_5rem_minmax(0,1.4fr)_minmax(0,.8fr)_minmax(0,1.5fr)] md:px-6"
        {...liveProps(pair)}
      >
        <span className="flex min-w-0 items-center gap-3">
          <PairIcon pair={pair.id} className="size-9" />
          <span className="min-w-0">
            <span className="block text-15 font-620">
              <bdi>{pairLabel(pair.id)}</bdi>
            </span>
            <span className="block text-13 text-mut">
              <bdi>{name(pair)}</bdi>
            </span>
          </span>
        </span>
        <span className="max-md:hidden">
          <Sparkline points={pair.spark} change={pair.change24h} width={72} height={26} />
        </span>
        <span className="text-end">
          <LivePrice pair={pair} className={`block text-15 font-620 ${pair.status === 'online' ? '' : 'text-mut'}`} />
          <LiveChange pair={pair} className="block text-13" />
        </span>
        <span className="text-13 md:text-end">
          <span className="text-mut md:vh">{t('common:term.payout')} </span>
          <Num className={cx('font-620 md:text-15', pair.status === 'online' ? 'text-up' : 'text-mut')}>
            {formats.percent(pair.payout)}
          </Num>
        </span>
        {/* On phones a reason has a line of its own: beside the name it would take all the width. */}
        <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 text-end max-md:contents">
          <span className="max-md:justify-self-end">
            <StateChip pair={pair} />
          </span>
          <span
            className={cx(
              'text-12 text-mut',
              pair.status === 'offline' ? 'max-md:col-span-2 max-md:text-start' : 'max-md:hidden',
            )}
          >
            <Hours pair={pair} now={now} />
          </span>
        </span>
      </a>
    </li>
  );
}

function GroupTabs() {
  const { t } = useTranslation('common');
  const { page: here } = useShell();
  const href = useHref();
  return (
    <nav
      aria-label={t('term.market')}
      className="-mx-1 mt-5 flex gap-1.5 fade-x overflow-x-auto p-1 [scrollbar-width:none]"
    >
      {pagesIn('main')
        .filter((page) => page.group !== undefined)
        .map((page) => (
          <a
            key={page.id}
            href={href(page)}
            aria-current={page.id === here ? 'page' : undefined}
            className="flex min-h-9 shrink-0 items-center rounded-btn bg-s2 px-3.5 font-540 text-mut hover:text-text aria-[current]:bg-brand-soft aria-[current]:text-text aria-[current]:shadow-[inset_0_0_0_1.5px_var(--color-brand-text)] pointer-coarse:min-h-11"
          >
            {t(`nav.${page.id}`)}
          </a>
        ))}
    </nav>
  );
}

/** Which kinds of prices come; and where all markets are closed, when the first one opens. */
function Kinds({ pairs, now }: { readonly pairs: readonly PairWire[]; readonly now: number }) {
  const { t } = useTranslation('pages');
  const formats = useFormats();
  const kinds: readonly FeedKind[] = [...new Set(pairs.map((pair) => pair.feed.kind))];
  const opens = opensNext(pairs);
  return (
    <>
      {kinds.map((kind) => (
        <FeedKindChip key={kind} kind={kind} flow={flowOf(pairs.filter((pair) => pair.feed.kind === kind))} />
      ))}
      {opens === null ? null : (
        <span className="text-13 text-mut">{t('state.opens_in', { time: formats.span(opens - now) })}</span>
      )}
    </>
  );
}

export default function MarketGroup() {
  const { t } = useTranslation(['pages', 'common']);
  const { locale } = useShell();
  const { group, pairs, now } = useLoaderData<typeof loader>();
  const heads = [t('common:term.pair'), t('group.day'), t('group.price'), t('common:term.payout'), t('group.state')];
  return (
    <PhoneFrame>
      <SiteFrame>
        <LiveArea>
          <div className="flex flex-wrap items-end justify-between gap-3 pt-5 md:pt-8">
            <div>
              <h1 className="text-26 font-620 tracking-[-.022em] md:text-38 md:tracking-[-.03em]">
                {t(`group.${group}.title`)}
              </h1>
              <p className="mt-1.5 max-w-[44em] text-15 text-mut text-pretty">{t(`group.${group}.text`)}</p>
            </div>
            <p className="flex flex-wrap items-center gap-2">
              <LiveLost />
              <Kinds pairs={pairs} now={now} />
            </p>
          </div>
          <GroupTabs />
          <div className="card mt-4 overflow-hidden">
            <div
              aria-hidden
              className="hidden grid-cols-[minmax(0,2.2fr)_5rem_minmax(0,1.4fr)_minmax(0,.8fr)_minmax(0,1.5fr)] gap-x-4 border-b border-line px-6 py-3 text-12 text-faint md:grid"
            >
              {heads.map((head, index) => (
                <span key={head} className={index > 1 ? 'text-end' : ''}>
                  {head}
                </span>
              ))}
            </div>
            {pairs.length === 0 ? (
              <EmptyState icon={<WifiOff aria-hidden />} title={t('group.starting')} text={t('group.starting_text')} />
            ) : (
              <ul>
                {pairs.map((pair) => (
                  <Row key={pair.id} pair={pair} now={now} />
                ))}
              </ul>
            )}
          </div>
        </LiveArea>
        <p className="mt-4 max-w-[62em] text-13 text-mut text-pretty">{t(`group.${group}.hours`)}</p>
        <p className="mt-1">
          <a
            href={pathOf('news', locale)}
            className="inline-flex min-h-8 items-center gap-2 rounded-chip text-13 font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
          >
            <Newspaper aria-hidden className="size-4" />
            {t('common:nav.news')}
          </a>
        </p>
      </SiteFrame>
    </PhoneFrame>
  );
}
