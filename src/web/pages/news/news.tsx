import { CircleAlert, Newspaper } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { PAIRS } from '#domain/prices/pairs.ts';
import type { StoriesWire } from '#protocol/news/stories.ts';
import type { PageContext } from '#protocol/pages/page-context.ts';
import { eventAbout } from '#web/features/news/event-about.ts';
import { StoryCard } from '#web/features/news/story-card.tsx';
import { DEFAULT_LOCALE, isLocale } from '#web/i18n/locales.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import { pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Banner, EmptyState } from '#web/ui/states.tsx';

export const handle = { static: true };

/** Pairs in the filter: those that most stories name. */
const MOST_FILTERS = 8;
/** Events among which the one that a story is about is looked for. */
const EVENTS = '50';

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const locale = isLocale(params['locale']) ? params['locale'] : DEFAULT_LOCALE;
  const asked = new URL(request.url).searchParams.get('pair');
  const pair = PAIRS.find(({ id }) => id === asked)?.id ?? null;
  const { read }: PageContext = context;
  const as = { realm: 'real', locale } as const;
  const [all, events] = await Promise.all([
    read('news.list', as, { query: {} }).catch(() => null),
    read('events.list', as, { query: { sort: 'volume', limit: EVENTS } }).catch(() => null),
  ]);
  // A pair that few stories name is looked for among those that are on no page.
  const news = pair === null ? all : await read('news.list', as, { query: { pair } }).catch(() => null);
  const about = (events?.items ?? []).filter(({ markets }) => markets.some(({ state }) => state === 'OPEN'));
  const stories = (news?.items ?? []).map((story) => ({ story, event: eventAbout(story.pairs, about) }));
  return { pair, news, stories, named: mostNamed(all), now: Date.now() };
}

function mostNamed(news: StoriesWire | null): readonly string[] {
  const counts = new Map<string, number>();
  for (const pair of (news?.items ?? []).flatMap(({ pairs }) => pairs)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_FILTERS)
    .map(([pair]) => pair);
}

/** What others report, each story once. Works without a script: the filter is links. */
export default function News() {
  const { t } = useTranslation('news');
  const formats = useFormats();
  const { news, stories, now } = useLoaderData<typeof loader>();
  return (
    <PhoneFrame>
      <SiteFrame>
        <h1 className="pt-5 text-26 font-620 tracking-[-.022em] md:pt-8 md:text-38 md:tracking-[-.03em]">
          {t('title')}
        </h1>
        <p className="mt-1.5 max-w-[44em] text-15 text-mut text-pretty">{t('lead')}</p>
        <Filter />
        <div className="mt-4 grid gap-3">
          {news?.state === 'stale' && news.readAt !== null ? (
            <Banner tone="warn">{t('stale', { time: formats.span(now - Date.parse(news.readAt)) })}</Banner>
          ) : null}
          {stories.some(({ story }) => story.isSample) ? <Banner>{t('sample_note')}</Banner> : null}
        </div>
        {stories.length === 0 ? (
          <Nothing />
        ) : (
          <ul className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-2">
            {stories.map(({ story, event }) => (
              <li key={story.id} className="grid grid-cols-1">
                <StoryCard story={story} event={event} now={now} />
              </li>
            ))}
          </ul>
        )}
      </SiteFrame>
    </PhoneFrame>
  );
}

function Filter() {
  const { t } = useTranslation('news');
  const { locale } = useShell();
  const { pair, named } = useLoaderData<typeof loader>();
  const shown = pair === null || named.includes(pair) ? named : [pair, ...named];
  if (shown.length === 0) return null;
  const page = pathOf('news', locale);
  return (
    <nav aria-label={t('filter')} className="-mx-1 mt-5 flex gap-1.5 fade-x overflow-x-auto p-1 [scrollbar-width:none]">
      {[null, ...shown].map((one) => (
        <a
          key={one ?? ''}
          href={one === null ? page : `${page}?pair=${one}`}
          aria-current={one === pair ? 'page' : undefined}
          className={cx(
            'flex min-h-9 shrink-0 items-center rounded-btn px-3.5 font-540 pointer-coarse:min-h-11',
            one === pair
              ? 'bg-brand-soft text-text shadow-[inset_0_0_0_1.5px_var(--color-brand-text)]'
              : 'bg-s2 text-mut hover:text-text',
          )}
        >
          <bdi>{one === null ? t('all') : pairLabel(one)}</bdi>
        </a>
      ))}
    </nav>
  );
}

/** Nothing to show, and why: it cannot be read, there is no source, no story, or none about the pair. */
function Nothing() {
  const { t } = useTranslation('news');
  const { locale } = useShell();
  const { news, pair } = useLoaderData<typeof loader>();
  const all = (
    <a href={pathOf('news', locale)} className={buttonClass({ variant: 'outline' })}>
      {t('show_all')}
    </a>
  );
  if (news === null) {
    return (
      <EmptyState
        className="card mt-4"
        icon={<CircleAlert aria-hidden />}
        title={t('unavailable')}
        text={t('unavailable_text')}
      />
    );
  }
  const kind = news.state === 'none' ? 'none' : 'nothing';
  return (
    <EmptyState
      className="card mt-4"
      icon={<Newspaper aria-hidden />}
      title={kind === 'none' || pair === null ? t(kind) : t('nothing_pair', { pair: pairLabel(pair) })}
      text={t(`${kind}_text`)}
      action={pair === null ? undefined : all}
    />
  );
}
