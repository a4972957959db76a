import { Fragment, useEffect } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { PAIR_GROUPS, type PairGroup } from '#domain/prices/pair.ts';
import type { PairWire } from '#protocol/trading.ts';
import { QueriesProvider } from '#web/api/queries.tsx';
import { IncidentList } from '#web/features/feeds/incident-list.tsx';
import { FeedMark, recordedTime, useFeedKind } from '#web/features/trading/pairs/feed-mark.tsx';
import { useFeedReason } from '#web/live/feed-reason.ts';
import { usePrice } from '#web/features/trading/pairs/prices.ts';
import { serverClock, useServerNow } from '#web/live/server-clock.ts';
import { LiveProvider, useLiveStatus, usePairs, useSettledStatus } from '#web/live/live.tsx';
import { onlineFirst } from '#web/pair-order.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { cx } from '#web/ui/cx.ts';
import { PairIcon, pairLabel } from '#web/ui/market/pair-icon.tsx';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';
import { usePairName } from '#web/ui/market/pair-name.ts';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import { Num } from '#web/ui/num.tsx';
import { Chip } from '#web/ui/states.tsx';
import { readPairs } from './read-pairs.server.ts';

export async function loader({ context }: LoaderFunctionArgs) {
  return { pairs: await readPairs(context), now: Date.now() };
}

export default function FeedHealth() {
  const { pairs, now } = useLoaderData<typeof loader>();
  return (
    <LiveProvider pairs={pairs}>
      <Feeds firstNow={now} />
    </LiveProvider>
  );
}

/** Age, sources, state and reason of each pair, live. */
function Feeds({ firstNow }: { readonly firstNow: number }) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const pairs = usePairs('real');
  const now = useServerNow(1_000, firstNow);
  const online = pairs.filter((pair) => pair.status === 'online').length;
  const connected = useSettledStatus(useLiveStatus() === 'live' ? 'here' : 'away');
  return (
    <PhoneFrame>
      <SiteFrame>
        <div className="mt-6 mb-6 grid gap-2 md:mt-8">
          <h1 className="text-26 font-620">{t('feeds.title')}</h1>
          <p className="max-w-2xl text-pretty text-mut">{t('feeds.lead')}</p>
          <p className="text-13 text-mut">
            {connected ? (
              <>
                {t('feeds.summary', { online, all: pairs.length })} · {t('feeds.updated', { time: formats.clock(now) })}
              </>
            ) : (
              <output className="text-warn">
                {t('state.reconnecting')} {t('reconnecting.text')}
              </output>
            )}
          </p>
        </div>
        <div className={cx('grid gap-4', !connected && 'opacity-60')}>
          {PAIR_GROUPS.map((group) => (
            <Group key={group} group={group} pairs={pairs.filter((pair) => pair.market === group)} now={now} />
          ))}
        </div>
        <QueriesProvider>
          <IncidentList pairs={pairs} />
        </QueriesProvider>
      </SiteFrame>
    </PhoneFrame>
  );
}

function Group(props: { readonly group: PairGroup; readonly pairs: readonly PairWire[]; readonly now: number }) {
  const { t } = useTranslation('trading');
  const [first] = props.pairs;
  if (first === undefined) return null;
  return (
    <section className="card overflow-hidden" aria-labelledby={`group-${props.group}`}>
      <div className="flex items-center justify-between gap-3 px-4 py-3">
        <h2 id={`group-${props.group}`} className="text-16 font-620">
          {t(`group.${props.group}`)}
        </h2>
        <FeedMark pair={first} now={props.now} />
      </div>
      <Heads />
      <ul>
        {onlineFirst(props.pairs).map((pair) => (
          <Row key={pair.id} pair={pair} now={props.now} />
        ))}
      </ul>
    </section>
  );
}

/** Name, state, price, age and what there is to say: in this order, from 768 px. */
const COLUMNS =
  'md:grid md:grid-cols-[18.75rem_6.5rem_minmax(0,1fr)_6rem_minmax(0,1.9fr)] md:gap-x-4 max-lg:md:grid-cols-[10.625rem_6rem_minmax(0,1fr)_5.5rem_minmax(0,1.6fr)]';

/** What the columns are; read by sight only, each row says it in words. */
function Heads() {
  const { t } = useTranslation(['trading', 'pages']);
  return (
    <div aria-hidden className={cx('hidden border-t border-line px-4 py-2 text-12 text-faint', COLUMNS)}>
      <span>{t('col.pair')}</span>
      <span>{t('pages:group.state')}</span>
      <span className="text-end">{t('pages:group.price')}</span>
      <span className="text-end">{t('feeds.col.age')}</span>
      <span className="ps-4">{t('feeds.col.note')}</span>
    </div>
  );
}

interface Note {
  readonly name?: string;
  readonly said: string;
}

/** The sources of a pair, each with its state; prices that have only one place to come from name it. `name`: latin letters, or none. */
function useSources({ kind, sources, file }: PairWire['feed'], now: number): readonly Note[] {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const name = useFeedKind(kind);
  if (kind === 'live') {
    return sources.map((source) => {
      const state = t(`feeds.source.${source.state}`);
      const said =
        source.since === null ? state : t('feeds.source_for', { state, time: formats.span(now - source.since) });
      return { name: source.name, said };
    });
  }
  return [{ said: kind === 'replay' && file !== undefined ? t('feeds.file', { file }) : name }];
}

/** One after the other; each apart, so that names in latin letters do not turn the words of a language that is read from the right. */
function Notes({ notes }: { readonly notes: readonly Note[] }) {
  return notes.map(({ name, said }, index) => (
    <Fragment key={name ?? said}>
      {index === 0 ? null : ' · '}
      <span className="[unicode-bidi:isolate]">
        {name === undefined ? null : (
          <>
            <bdi>{name}</bdi>:{' '}
          </>
        )}
        {said}
      </span>
    </Fragment>
  ));
}

const TONES = { online: 'ok', offline: 'warn', closed: 'plain' } as const;

function Row({ pair, now }: { readonly pair: PairWire; readonly now: number }) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const { locale } = useShell();
  const tick = usePrice(pair);
  const reason = useFeedReason(pair.reason);
  const name = usePairName();
  useEffect(() => {
    if (tick !== null) serverClock.heard(tick.time);
  }, [tick]);
  const recorded = tick === null ? null : recordedTime(pair.feed, tick.time);
  const sources = useSources(pair.feed, now);
  return (
    <li
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2.5 text-13',
        COLUMNS,
      )}
    >
      <a
        href={`${pathOf('trading-demo', locale)}?pair=${pair.id}`}
        className="flex min-h-8 min-w-0 items-center gap-2.5 hover:text-brand-text"
      >
        <PairIcon pair={pair.id} className="size-6" />
        <bdi className="font-620">{pairLabel(pair.id)}</bdi>
        <span className="truncate text-faint max-lg:hidden">
          <bdi>{name(pair)}</bdi>
        </span>
      </a>
      <span className="max-md:justify-self-end">
        <Chip tone={TONES[pair.status]}>{t(`feeds.status.${pair.status}`)}</Chip>
      </span>
      <Num className={cx('md:justify-self-end', pair.status !== 'online' && 'text-mut')}>
        {tick === null ? '–' : formats.price(tick.price, pair.precision)}
      </Num>
      <span className="text-mut md:justify-self-end max-md:justify-self-end">
        {tick === null
          ? t('feeds.no_age')
          : t('header.age', { seconds: formats.number(Math.max(0, Math.round((now - tick.time) / 1000))) })}
      </span>
      <span className="min-w-0 text-12 text-mut max-md:col-span-2 md:ps-4">
        <Notes
          notes={[
            ...sources,
            ...(recorded === null ? [] : [{ said: t('feed.recorded_at', { time: formats.dateTime(recorded) }) }]),
            ...(reason === null ? [] : [{ said: reason }]),
            ...(pair.degraded ? [{ said: t('feed.degraded') }] : []),
          ]}
        />
      </span>
    </li>
  );
}
