import { ChartCandlestick, ChevronRight, Flame, LifeBuoy, Search, ShieldCheck, UserRound, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Form, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { ARTICLES, TOPICS, type ArticleId, type Topic } from '#domain/help/articles.ts';
import { fillingOf } from '#web/help/filling.ts';
import { articleTexts, plainText } from '#web/help/read.server.ts';
import { searchArticles } from '#domain/search/search.ts';
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
  const read = (popular?.items ?? [])
    .flatMap(({ id }: Pick<Shown, 'id'>) => all.filter((article) => article.id === id))
    .map(shown);
  const found = question === '' ? null : searchArticles(all, question).slice(0, MOST_FOUND).map(shown);
  return { question, found, popular: read.length < LEAST_POPULAR ? [] : read, articles: all.map(shown) };
}

/** The help center: a search that needs no script, and all articles by their topics. */
export default function Help() {
  const { t } = useTranslation('help');
  const { question, found, popular, articles } = useLoaderData<typeof loader>();
  const byTopic = (topic: Topic) =>
    articles.filter(({ id }) => ARTICLES.some((article) => article.id === id && article.topic === topic));
  return (
    <SiteFrame>
      <div className="grid gap-4 py-6 md:gap-5 md:py-8">
        <div className="rounded-card border border-line bg-s1 bg-[radial-gradient(70%_120%_at_50%_0,var(--color-brand-soft),transparent)] px-4 py-9 md:py-14">
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
            icon={<Search aria-hidden />}
            title={found.length === 0 ? t('found.none') : t('found', { count: found.length })}
            articles={found}
          />
        )}
        {popular.length === 0 || found !== null ? null : (
          <Articles icon={<Flame aria-hidden />} title={t('popular')} articles={popular} />
        )}
        <div className="grid items-start gap-4 md:grid-cols-2 md:gap-5 xl:grid-cols-[1fr_1fr_20rem]">
          {[TOPICS.slice(0, 2), TOPICS.slice(2)].map((topics) => (
            <div key={topics[0]} className="grid gap-4 md:gap-5">
              {topics.map((topic) => (
                <Articles
                  key={topic}
                  icon={TOPIC_ICONS[topic]}
                  title={t(`topic.${topic}`)}
                  count={t('found', { count: byTopic(topic).length })}
                  articles={byTopic(topic)}
                />
              ))}
            </div>
          ))}
          <AskUs />
        </div>
      </div>
    </SiteFrame>
  );
}

const TOPIC_ICONS: Readonly<Record<Topic, ReactNode>> = {
  trading: <ChartCandlestick aria-hidden />,
  results: <ShieldCheck aria-hidden />,
  money: <Wallet aria-hidden />,
  account: <UserRound aria-hidden />,
};

/** Where nothing here answers: people, and the short answers. */
function AskUs() {
  const { t } = useTranslation(['help', 'common']);
  const { locale } = useShell();
  return (
    <div className="card grid gap-2.5 p-4 max-xl:md:col-span-2 max-xl:md:grid-cols-3 md:p-5">
      <a href={pathOf('support', locale)} className={buttonClass({ variant: 'primary', size: 'lg', wide: true })}>
        <LifeBuoy aria-hidden className="size-4.5" />
        {t('write')}
      </a>
      <a href={pathOf('faq', locale)} className={buttonClass({ variant: 'outline', size: 'lg', wide: true })}>
        {t('faq')}
      </a>
      <a href={pathOf('status', locale)} className={buttonClass({ variant: 'outline', size: 'lg', wide: true })}>
        {t('common:nav.status')}
      </a>
    </div>
  );
}

interface ArticlesProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly count?: string;
  readonly articles: readonly Shown[];
}

function Articles({ icon, title, count, articles }: ArticlesProps) {
  const { locale } = useShell();
  return (
    <section className="card p-4 md:p-5">
      <div className="flex items-center gap-3">
        <span className="grid size-10.5 shrink-0 place-items-center rounded-[11px] bg-s2 text-brand-text [&_svg]:size-5">
          {icon}
        </span>
        <h2 className="min-w-0 flex-1 text-16 font-620">{title}</h2>
        {count === undefined ? null : <p className="shrink-0 text-12 text-mut">{count}</p>}
      </div>
      {articles.length === 0 ? null : (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {articles.map(({ id, title: name }) => (
            <li key={id}>
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
      )}
    </section>
  );
}
