import { LifeBuoy } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { ARTICLES } from '#web/help/articles.ts';
import { fillingOf } from '#web/help/filling.ts';
import { articleHtml, articleText } from '#web/help/read.server.ts';
import { DEFAULT_LOCALE, isLocale } from '#web/i18n/locales.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { pageAt, pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';

export const handle = { static: true };

export function loader({ params, request, context }: LoaderFunctionArgs) {
  const locale = isLocale(params['locale']) ? params['locale'] : DEFAULT_LOCALE;
  const page = pageAt(new URL(request.url).pathname)?.id;
  const article = ARTICLES.find(({ id }) => `help-${id}` === page);
  if (article === undefined) throw new Response(null, { status: 404 });
  const filling = fillingOf(context.config, locale);
  const { title, summary, body } = articleText(article.id, locale, filling);
  return { title, summary, html: articleHtml(body, filling), topic: article.topic };
}

/** One article of the help center. */
export default function Article() {
  const { t } = useTranslation('help');
  const { locale } = useShell();
  const { title, summary, html, topic } = useLoaderData<typeof loader>();
  return (
    <SiteFrame>
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
        <p className="mt-10 border-t border-line pt-5">
          <a href={pathOf('support', locale)} className={buttonClass({ variant: 'outline' })}>
            <LifeBuoy aria-hidden className="size-4" />
            {t('write')}
          </a>
        </p>
      </article>
    </SiteFrame>
  );
}
