import { ArrowUpRight, Layers } from 'lucide-react';
import type { EventCard } from '#protocol/events/events.ts';
import type { StoryWire } from '#protocol/news/stories.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { PairIcon, pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Chip } from '#web/ui/states.tsx';

/** Nothing of ours is told to the source, and its page is not recommended by us. */
const OUT = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;
const INSIDE =
  'inline-flex min-h-8 min-w-0 max-w-full items-center gap-1.5 rounded-chip bg-s2 px-2.5 text-13 font-540 hover:bg-s3 pointer-coarse:min-h-11';

interface StoryProps {
  readonly story: StoryWire;
  readonly event: Pick<EventCard, 'slug' | 'title' | 'language'> | null;
  readonly now: number;
}

/** What somebody else reports: whose it is, since when, what it says, and where it is about something that is here. */
export function StoryCard({ story, event, now }: StoryProps) {
  const { t } = useTranslation('news');
  const formats = useFormats();
  const { config, locale } = useShell();
  const [first, ...others] = story.sources;
  const written = story.language === null ? {} : { lang: story.language };
  const age = Math.max(60_000, now - Date.parse(story.publishedAt));
  return (
    <article className="card grid grid-cols-1 content-start gap-2 p-4.5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-13 text-mut">
        {first === undefined ? null : (
          <bdi className="font-540 text-text" {...written}>
            {first.name}
          </bdi>
        )}
        <time dateTime={story.publishedAt}>{t('ago', { time: formats.span(age) })}</time>
        {story.isSample ? <Chip>{t('sample')}</Chip> : null}
      </p>
      <h2 className="text-18 leading-6 font-620 tracking-[-.015em] text-pretty" dir="auto" {...written}>
        {first === undefined || first.url === null ? (
          story.title
        ) : (
          <a href={first.url} {...OUT} className="group rounded-chip hover:text-brand-text">
            {story.title}
            <ArrowUpRight aria-hidden className="flip ms-1 inline size-4 text-mut group-hover:text-brand-text" />
          </a>
        )}
      </h2>
      {story.summary === '' ? null : (
        <p className="text-14 leading-5.5 text-mut text-pretty" dir="auto" {...written}>
          {story.summary}
        </p>
      )}
      {others.length === 0 ? null : (
        <p className="flex flex-wrap items-center gap-x-2.5 text-13 text-mut">
          {t('also')}
          {others.map(({ name, url }) => (
            <bdi key={name}>
              {url === null ? (
                name
              ) : (
                <a
                  href={url}
                  {...OUT}
                  className="inline-flex min-h-6 items-center rounded-chip font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
                >
                  {name}
                </a>
              )}
            </bdi>
          ))}
        </p>
      )}
      {story.pairs.length === 0 && event === null ? null : (
        <p className="mt-1 flex flex-wrap gap-2">
          {story.pairs.map((pair) => (
            <a
              key={pair}
              href={`${pathOf('trading-demo', locale)}?pair=${pair}`}
              title={t('predict', { pair: pairLabel(pair) })}
              className={INSIDE}
            >
              <PairIcon pair={pair} className="size-5" />
              <bdi>{pairLabel(pair)}</bdi>
            </a>
          ))}
          {event === null ? null : (
            <a href={link(config, 'events', pathOf('event', locale, { slug: event.slug }))} className={INSIDE}>
              <Layers aria-hidden className="size-4 shrink-0 text-brand-text" />
              <bdi lang={event.language} className="truncate">
                {event.title}
              </bdi>
            </a>
          )}
        </p>
      )}
    </article>
  );
}
