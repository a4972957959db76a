import { ChevronRight, LifeBuoy, Search } from 'lucide-react';
import { Form, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { ARTICLES, TOPICS, type ArticleId } from '#domain/help/articles.ts';
import { fillingOf } from '#web/help/filling.ts';
import { articleTexts, plainText } from '#web/help/read.server.ts';
import { searchArticles } from '#web/help/search.ts';
import { DEFAULT_LOCALE, isLocale } from '#web/i18n/locales.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';

export const handle = { static: true };

const LONGEST_QUESTION = 100;
const MOST_FOUND = 8;
/** Fewer are no order. */
const LEAST_POPULAR = 3;

interface Shown {
  readonly id: ArticleId;
  readonly title: string;
  readonly summary: string;
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const locale = isLocale(params['locale']) ? params['locale'] : DEFAULT_LOCALE;
  const question = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, LONGEST_QUESTION);
  const all = articleTexts(locale, fillingOf(context.config, locale)).map((text) => ({
    ...text,
    text: plainText(text),
  }));
  const shown = ({ id, title, summary }: Shown): Shown => ({ id, title, summary });
  // While the engine starts nothing is read: the topics stand there anyway.
  const popular = await context.read('help.popular', { realm: 'real', locale }, {}).catch(() => null);
  const read = (popular?.items ?? []).flatMap(({ id }) => all.filter((article) => article.id === id)).map(shown);
  const found = question === '' ? null : searchArticles(all, question).slice(0, MOST_FOUND).map(shown);
  return { question, found, popular: read.length < LEAST_POPULAR ? [] : read, articles: all.map(shown) };
}

/** The help center: a search that needs no script, and all articles by their topics. */
export default function Help() {
  const { t } = useTranslation('help');
  const { locale } = useShell();
  const { question, found, popular, articles } = useLoaderData<typeof loader>();
  const byTopic = (topic: (typeof TOPICS)[number]) =>
    articles.filter(({ id }) => ARTICLES.some((article) => article.id === id && article.topic === topic));
  return (
    <SiteFrame>
      <div className="mx-auto grid w-full max-w-[860px] gap-9 py-8 md:py-12">
        <div>
          <h1 className="text-center text-[1.9rem] leading-[2.2rem] font-620 tracking-[-.03em] text-balance md:text-[2.4rem] md:leading-[2.7rem]">
            {t('title')}
          </h1>
          <search className="mx-auto mt-6 block max-w-[560px]">
            <Form method="get" className="flex items-end gap-2.5">
              <Field
                label={t('search')}
                quiet
                type="search"
                name="q"
                dir="auto"
                placeholder={t('search')}
                defaultValue={question}
                maxLength={LONGEST_QUESTION}
                icon={<Search aria-hidden />}
                className="flex-1"
              />
              <Button type="submit" variant="primary">
                {t('search.button')}
              </Button>
            </Form>
          </search>
        </div>
        {found === null ? null : (
          <Articles
            title={found.length === 0 ? t('found.none') : t('found', { count: found.length })}
            articles={found}
          />
        )}
        {popular.length === 0 || found !== null ? null : <Articles title={t('popular')} articles={popular} />}
        {TOPICS.map((topic) => (
          <Articles key={topic} title={t(`topic.${topic}`)} articles={byTopic(topic)} />
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <a href={pathOf('support', locale)} className={buttonClass({ variant: 'outline' })}>
            <LifeBuoy aria-hidden className="size-4" />
            {t('write')}
          </a>
          <a href={pathOf('faq', locale)} className={buttonClass({ variant: 'ghost' })}>
            {t('faq')}
          </a>
        </div>
      </div>
    </SiteFrame>
  );
}

function Articles({ title, articles }: { readonly title: string; readonly articles: readonly Shown[] }) {
  const { locale } = useShell();
  return (
    <section>
      <h2 className="mb-2 text-18 font-620 tracking-[-.012em]">{title}</h2>
      <ul className="border-t border-line">
        {articles.map(({ id, title: name }) => (
          <li key={id} className="border-b border-line">
            <a
              href={pathOf(`help-${id}`, locale)}
              className="flex min-h-12 items-center justify-between gap-4 rounded-chip py-2 font-540 hover:text-brand-text"
            >
              {name}
              <ChevronRight aria-hidden className="flip size-4.5 shrink-0 text-mut" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
