import { ArrowRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { data, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import type { PostWire } from '#protocol/blog/posts.ts';
import type { EventCard } from '#protocol/events/events.ts';
import type { PageContext } from '#protocol/pages/page-context.ts';
import type { PairWire } from '#protocol/trading.ts';
import { PostBlocks } from '#web/features/blog/post-blocks.tsx';
import { postData } from '#web/features/blog/post-data.ts';
import { PostMeta } from '#web/features/blog/post-meta.tsx';
import { textLanguage } from '#web/features/blog/text-language.ts';
import { EventCard as Card } from '#web/features/events/event-card.tsx';
import { useEventLinks } from '#web/features/events/event-links.ts';
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from '#web/i18n/locales.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Structured, wayOf } from '#web/shares/structured.tsx';
import { useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import { PairIcon, pairLabel } from '#web/ui/market/pair-icon.tsx';
import { usePairName } from '#web/ui/market/pair-name.ts';
import { LiveArea, LiveChange, LivePrice, liveProps } from '../live-prices.tsx';
import { readPairs } from '../read-pairs.server.ts';

export const handle = { static: true };

/** Events that one post shows. */
const MOST_EVENTS = 6;

interface Shown {
  /** As the post names it, which may be an address that it had before. */
  readonly slug: string;
  readonly event: EventCard;
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const locale = isLocale(params['locale']) ? params['locale'] : DEFAULT_LOCALE;
  const { read }: PageContext = context;
  const post = await read('blog.one', { realm: 'real', locale }, { params: { slug: params['slug'] ?? '' } });
  if (post === null) throw data(null, { status: 404 });
  const named = new Set(post.blocks.flatMap((block) => (block.kind === 'pair' ? [block.pair] : [])));
  const pairs = named.size === 0 ? [] : (await readPairs(context)).filter(({ id }) => named.has(id));
  const events = await eventsOf(post, context, locale);
  const { title, summary } = post;
  const languages = LOCALES.filter((one) => post.languages.includes(one));
  return { post, pairs, events, languages, now: Date.now(), head: { title, summary } };
}

/** Those that the post shows and that are there: one that was withdrawn leaves the post as it is. */
async function eventsOf(post: PostWire, { read }: PageContext, locale: Locale): Promise<readonly Shown[]> {
  const slugs = new Set(post.blocks.flatMap((block) => (block.kind === 'event' ? [block.event] : [])));
  const found = await Promise.all(
    [...slugs].slice(0, MOST_EVENTS).map(async (slug) => {
      const event = await read('events.one', { realm: 'real', locale }, { params: { slug } }).catch(() => null);
      return event === null ? [] : [{ slug, event }];
    }),
  );
  return found.flat();
}

type PostCard = ComponentProps<typeof PostBlocks>['card'];

/** One post: its parts at the side, the cards of pairs in it with prices that move, and those of events. */
export default function Post() {
  const { t } = useTranslation('blog');
  const { locale } = useShell();
  const { post, pairs, events, now } = useLoaderData<typeof loader>();
  const links = useEventLinks('real');
  const language = useCardLanguage();
  const card: PostCard = (block) => {
    if (block.kind === 'event') {
      const event = events.find(({ slug }) => slug === block.event)?.event;
      return event === undefined ? null : (
        <aside lang={language.lang} dir={language.dir} className="my-6">
          <Card event={event} href={links.event(event.slug)} now={now} />
        </aside>
      );
    }
    const pair = pairs.find((one) => one.id === block.pair);
    return pair === undefined ? null : <PairCard pair={pair} />;
  };
  return (
    <SiteFrame>
      <PostStructured />
      <div className="mx-auto grid max-w-[66rem] gap-x-12 py-6 md:py-10 lg:grid-cols-[12rem_minmax(0,44rem)]">
        <Parts />
        <article className="min-w-0">
          <a
            href={pathOf('blog', locale)}
            className="inline-flex min-h-6 items-center text-13 font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
          >
            {t('title')}
          </a>
          <div className="mt-3">
            <PostMeta post={post} />
          </div>
          <div {...textLanguage(post)}>
            <h1 className="mt-3 text-[1.9rem] leading-[2.2rem] font-620 tracking-[-.03em] text-balance md:text-[2.4rem] md:leading-[2.8rem]">
              {post.title}
            </h1>
            <p className="mt-4 text-18 leading-7 text-mut text-pretty">{post.summary}</p>
          </div>
          <p className="mt-4 text-13 font-540">{post.author}</p>
          <Moving moves={pairs.length > 0}>
            <div {...textLanguage(post)} className="mt-4">
              <PostBlocks blocks={post.blocks} card={card} />
            </div>
          </Moving>
        </article>
      </div>
    </SiteFrame>
  );
}

/** Prices are only listened to where the post has some. */
function Moving({ moves, children }: { readonly moves: boolean; readonly children: ReactNode }) {
  return moves ? <LiveArea>{children}</LiveArea> : children;
}

function Parts() {
  const { t } = useTranslation('blog');
  const { post } = useLoaderData<typeof loader>();
  if (post.headings.length < 2) return <div className="max-lg:hidden" />;
  return (
    <nav aria-label={t('parts')} className="max-lg:hidden">
      <ul {...textLanguage(post)} className="sticky top-6 grid gap-1 border-s border-line text-13">
        {post.headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} className="flex min-h-8 items-center rounded-chip ps-3.5 text-mut hover:text-text">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PairCard({ pair }: { readonly pair: PairWire }) {
  const { t } = useTranslation('blog');
  const { locale, lang, dir } = useCardLanguage();
  const name = usePairName();
  return (
    <aside
      lang={lang}
      dir={dir}
      className="card my-6 flex flex-wrap items-center gap-x-4 gap-y-3 p-4"
      {...liveProps(pair)}
    >
      <PairIcon pair={pair.id} className="size-9" />
      <span className="grid min-w-0 flex-1">
        <bdi className="font-620">{pairLabel(pair.id)}</bdi>
        <bdi className="truncate text-13 text-mut">{name(pair)}</bdi>
      </span>
      <span className="grid justify-items-end">
        <LivePrice pair={pair} className="text-18 font-620" />
        <span className="text-13">
          <LiveChange pair={pair} />
        </span>
      </span>
      <a href={`${pathOf('trading-demo', locale)}?pair=${pair.id}`} className={buttonClass({ variant: 'outline' })}>
        {t('try')}
        <ArrowRight aria-hidden className="flip size-4" />
      </a>
    </aside>
  );
}

/** The card speaks the reader’s language, whatever the post is written in. */
function useCardLanguage() {
  const { locale } = useShell();
  return { locale, ...textLanguage({ language: locale }) };
}

/** What search engines read of the post. */
function PostStructured() {
  const { t } = useTranslation('blog');
  const { config, locale } = useShell();
  const { post } = useLoaderData<typeof loader>();
  const { main } = config.origins;
  const home = { url: `${main}${pathOf('landing', locale)}`, name: config.brand };
  const blog = { url: `${main}${pathOf('blog', locale)}`, name: t('title') };
  const url = `${main}${pathOf('blog-post', locale, { slug: post.slug })}`;
  const article = postData(post, { url, publisher: home, lang: textLanguage(post).lang });
  return <Structured data={[article, wayOf([home, blog, { url, name: post.title }])]} />;
}
