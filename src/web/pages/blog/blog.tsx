import { Newspaper, Rss, Search } from 'lucide-react';
import { Form, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { LONGEST_POST_SEARCH, POST_TAGS, type PostTag } from '#domain/blog/posts.ts';
import type { PostHead } from '#protocol/blog/posts.ts';
import type { PageContext } from '#protocol/pages/page-context.ts';
import { PostArt } from '#web/features/blog/post-art.tsx';
import { PostMeta } from '#web/features/blog/post-meta.tsx';
import { textLanguage } from '#web/features/blog/text-language.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '#web/i18n/locales.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { cx } from '#web/ui/cx.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import { EmptyState } from '#web/ui/states.tsx';

export const handle = { static: true };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const locale = isLocale(params['locale']) ? params['locale'] : DEFAULT_LOCALE;
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get('tag');
  const search = (searchParams.get('q') ?? '').trim().slice(0, LONGEST_POST_SEARCH);
  const tag = POST_TAGS.find((one) => one === asked) ?? null;
  const { read }: PageContext = context;
  const query = search !== '' ? { search } : tag === null ? {} : { tag };
  const found = await read('blog.list', { realm: 'real', locale }, { query }).catch(() => null);
  return { tag: search === '' ? tag : null, search, posts: found?.items ?? null };
}

/** All posts, the newest large, or those that were searched for. Works without a script: the tags are links, the search is a form. */
export default function Blog() {
  const { t } = useTranslation('blog');
  const { locale, config } = useShell();
  const { tag, search, posts } = useLoaderData<typeof loader>();
  const feed = `${config.origins.main}${pathOf('blog', locale)}/rss.xml`;
  return (
    <SiteFrame>
      {search === '' ? null : <meta name="robots" content="noindex" />}
      <link rel="alternate" type="application/rss+xml" title={t('title')} href={feed} />
      <div className="py-6 md:py-9">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <h1 className="text-[1.9rem] leading-[2.2rem] font-620 tracking-[-.03em]">{t('title')}</h1>
          <PostSearch search={search} />
        </div>
        <div className="mt-4">
          <Tags tag={tag} search={search} />
        </div>
        {search === '' ? <All posts={posts} locale={locale} /> : <Found posts={posts} locale={locale} />}
        <p className="mt-6">
          <a
            href={feed}
            className="inline-flex min-h-8 items-center gap-2 rounded-chip text-13 text-mut hover:text-text pointer-coarse:min-h-11"
          >
            <Rss aria-hidden className="size-4" />
            {t('feed')}
          </a>
        </p>
      </div>
    </SiteFrame>
  );
}

interface Posts {
  /** null: they cannot be read now. */
  readonly posts: readonly PostHead[] | null;
  readonly locale: Locale;
}

function All({ posts, locale }: Posts) {
  const { t } = useTranslation('blog');
  const [first, ...others] = posts ?? [];
  if (first === undefined) return <NoPosts title={posts === null ? t('unavailable') : t('nothing')} />;
  return (
    <>
      <First post={first} locale={locale} />
      <Cards posts={others} locale={locale} />
    </>
  );
}

function Found({ posts, locale }: Posts) {
  const { t } = useTranslation('blog');
  if (posts === null) return <NoPosts title={t('unavailable')} />;
  if (posts.length === 0) return <NoPosts title={t('found.none')} />;
  return (
    <>
      <h2 className="mt-6 text-18 font-620">{t('found', { count: posts.length })}</h2>
      <Cards posts={posts} locale={locale} />
    </>
  );
}

function NoPosts({ title }: { readonly title: string }) {
  return <EmptyState className="card mt-6" icon={<Newspaper aria-hidden />} title={title} />;
}

function Cards({ posts, locale }: { readonly posts: readonly PostHead[]; readonly locale: Locale }) {
  return (
    <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {posts.map((post) => (
        <li key={post.id} className="grid">
          <Card post={post} locale={locale} />
        </li>
      ))}
    </ul>
  );
}

function PostSearch({ search }: { readonly search: string }) {
  const { t } = useTranslation('blog');
  return (
    <search className="w-full md:w-96">
      <Form method="get" className="flex items-end gap-2.5">
        <Field
          label={t('search')}
          quiet
          type="search"
          name="q"
          dir="auto"
          placeholder={t('search')}
          defaultValue={search}
          maxLength={LONGEST_POST_SEARCH}
          icon={<Search aria-hidden />}
          className="min-w-0 flex-1"
        />
        <Button type="submit">{t('search.button')}</Button>
      </Form>
    </search>
  );
}

function Tags({ tag, search }: { readonly tag: PostTag | null; readonly search: string }) {
  const { t } = useTranslation('blog');
  const { locale } = useShell();
  const page = pathOf('blog', locale);
  return (
    <nav aria-label={t('tags')} className="-mx-1 flex gap-1.5 fade-x overflow-x-auto p-1 [scrollbar-width:none]">
      {[null, ...POST_TAGS].map((one) => (
        <a
          key={one ?? ''}
          href={one === null ? page : `${page}?tag=${one}`}
          aria-current={one === tag && search === '' ? 'page' : undefined}
          className={cx(
            'flex min-h-9 shrink-0 items-center rounded-btn px-3.5 font-540 pointer-coarse:min-h-11',
            one === tag && search === ''
              ? 'bg-brand-soft text-text shadow-[inset_0_0_0_1.5px_var(--color-brand-text)]'
              : 'bg-s2 text-mut hover:text-text',
          )}
        >
          {one === null ? t('all') : t(`tag.${one}`)}
        </a>
      ))}
    </nav>
  );
}

interface OfPost {
  readonly post: PostHead;
  readonly locale: Locale;
}

function First({ post, locale }: OfPost) {
  return (
    <a
      href={pathOf('blog-post', locale, { slug: post.slug })}
      className="card group mt-5 grid overflow-hidden md:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]"
    >
      <div className="grid content-center gap-3 p-5 md:p-10">
        <PostMeta post={post} />
        <h2
          {...textLanguage(post)}
          className="text-[1.6rem] leading-[1.95rem] font-620 tracking-[-.025em] text-balance group-hover:text-brand-text md:text-[1.9rem] md:leading-[2.3rem]"
        >
          {post.title}
        </h2>
        <p {...textLanguage(post)} className="text-16 leading-6 text-mut text-pretty">
          {post.summary}
        </p>
        <p className="text-13 text-mut">{post.author}</p>
      </div>
      <PostArt tag={post.tags[0] ?? 'product'} className="h-44 max-md:order-first md:h-full" />
    </a>
  );
}

function Card({ post, locale }: OfPost) {
  return (
    <a href={pathOf('blog-post', locale, { slug: post.slug })} className="card group flex flex-col overflow-hidden">
      <PostArt tag={post.tags[0] ?? 'product'} className="h-40" />
      <div className="grid content-start gap-2 p-4.5">
        <PostMeta post={post} />
        <h2
          {...textLanguage(post)}
          className="text-18 leading-6 font-620 tracking-[-.015em] text-balance group-hover:text-brand-text"
        >
          {post.title}
        </h2>
        <p {...textLanguage(post)} className="text-14 leading-5.5 text-mut text-pretty">
          {post.summary}
        </p>
      </div>
    </a>
  );
}
