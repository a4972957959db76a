import { ChevronRight, LifeBuoy } from 'lucide-react';
import { useContext } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { ARTICLES, HELP_REASONS } from '#domain/help/articles.ts';
import { fillingOf } from '#web/help/filling.ts';
import { articleHtml, articleText } from '#web/help/read.server.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NonceContext } from '#web/nonce.ts';
import { useShell } from '#web/shell-context.ts';
import { Structured, wayOf } from '#web/shares/structured.tsx';
import { pageAt, pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import script from './article.inline.js?raw';

export const handle = { static: true };

export function loader({ params, request, context }: LoaderFunctionArgs) {
  const locale = isLocale(params['locale']) ? params['locale'] : DEFAULT_LOCALE;
  const page = pageAt(new URL(request.url).pathname)?.id;
  const article = ARTICLES.find(({ id }) => `help-${id}` === page);
  if (article === undefined) throw new Response(null, { status: 404 });
  const filling = fillingOf(context.config, locale);
  const { title, summary, body } = articleText(article.id, locale, filling);
  const others = ARTICLES.filter(({ id, topic }) => topic === article.topic && id !== article.id);
  return {
    id: article.id,
    title,
    summary,
    html: articleHtml(body, filling),
    topic: article.topic,
    others: others.map(({ id }) => ({ id, title: articleText(id, locale, filling).title })),
  };
}

/** One article of the help center. */
export default function Article() {
  const { t } = useTranslation('help');
  const { config, locale } = useShell();
  const { id, title, summary, html, topic, others } = useLoaderData<typeof loader>();
  const at = (page: 'help' | `help-${typeof id}`) => `${config.origins.main}${pathOf(page, locale)}`;
  const url = at(`help-${id}`);
  const articleData = {
    '@type': 'Article',
    headline: title,
    description: summary,
    inLanguage: LOCALE_FACTS[locale].lang,
    author: { '@type': 'Organization', name: config.brand },
    publisher: { '@type': 'Organization', name: config.brand, url: config.origins.main },
    mainEntityOfPage: url,
    url,
  };
  const way = wayOf([
    { name: t('center'), url: at('help') },
    { name: title, url },
  ]);
  return (
    <SiteFrame>
      <Structured data={[articleData, way]} />
      <article className="mx-auto w-full max-w-[44rem] py-8 md:py-12">
        <p className="text-13 text-mut">
          <a
            href={pathOf('help', locale)}
            className="inline-flex min-h-6 items-center font-540 text-brand-text hover:underline"
          >
            {t('center')}
          </a>
          {' · '}
          {t(`topic.${topic}`)}
        </p>
        <h1 className="mt-2 text-[1.9rem] leading-[2.2rem] font-620 tracking-[-.03em] text-balance md:text-[2.4rem] md:leading-[2.7rem]">
          {title}
        </h1>
        <p className="mt-4 text-18 leading-7 text-mut text-pretty">{summary}</p>
        <div
          className="mt-6 text-16 leading-[1.625rem] text-pretty [&_a]:font-540 [&_a]:text-brand-text [&_a]:underline [&_a]:underline-offset-2 [&_li]:mt-2.5 [&_ul]:list-disc [&_ul]:ps-5"
          dangerouslySetInnerHTML={{ __html: html }}
        />
        <Verdict article={id} />
        <nav aria-labelledby="others" className="mt-10">
          <h2 id="others" className="mb-2 text-16 font-620">
            {t(`topic.${topic}`)}
          </h2>
          <ul className="divide-y divide-line border-y border-line">
            {others.map(({ id: other, title: name }) => (
              <li key={other}>
                <a
                  href={pathOf(`help-${other}`, locale)}
                  className="flex min-h-12 items-center justify-between gap-4 rounded-chip py-2 font-540 hover:text-brand-text"
                >
                  {name}
                  <ChevronRight aria-hidden className="flip size-4.5 shrink-0 text-mut" />
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="mt-6">
          <a href={pathOf('support', locale)} className={buttonClass({ variant: 'outline' })}>
            <LifeBuoy aria-hidden className="size-4" />
            {t('write')}
          </a>
        </p>
      </article>
    </SiteFrame>
  );
}

/** Comments and indentation stay in the repository. */
const SMALL = script
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => !line.startsWith('//'))
  .join('\n');

/** Did it help? The script shows it, and counts; nothing of the reader is sent. */
function Verdict({ article }: { readonly article: string }) {
  const { t } = useTranslation('help');
  const { config, locale } = useShell();
  const nonce = useContext(NonceContext);
  const button = buttonClass({ variant: 'outline', size: 'sm' });
  return (
    <>
      <section
        hidden
        aria-label={t('helped')}
        data-verdict=""
        data-article={article}
        data-language={LOCALE_FACTS[locale].tag}
        data-api={config.apiHost === config.origins.main ? '' : config.apiHost}
        className="mt-10 rounded-card bg-s1 p-4.5"
      >
        <div data-part="ask" tabIndex={-1} className="flex flex-wrap items-center gap-3 outline-none">
          <p className="font-540">{t('helped')}</p>
          <button type="button" data-helped="yes" className={button}>
            {t('helped.yes')}
          </button>
          <button type="button" data-helped="no" className={button}>
            {t('helped.no')}
          </button>
        </div>
        <div data-part="reason" tabIndex={-1} hidden className="outline-none">
          <p className="mb-3 font-540">{t('helped.why')}</p>
          <div className="flex flex-wrap gap-2.5">
            {HELP_REASONS.map((reason) => (
              <button key={reason} type="button" data-reason={reason} className={button}>
                {t(`reason.${reason}`)}
              </button>
            ))}
          </div>
        </div>
        <p data-part="thanks" tabIndex={-1} hidden className="text-mut outline-none">
          {t('helped.thanks')}
        </p>
      </section>
      <script type="module" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SMALL }} />
    </>
  );
}
