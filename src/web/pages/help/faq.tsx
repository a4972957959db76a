import { ChevronDown, LifeBuoy } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { fillingOf } from '#web/help/filling.ts';
import { articleTexts } from '#web/help/read.server.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { faqOf, Structured, wayOf } from '#web/shares/structured.tsx';
import { pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';

export const handle = { static: true };

export function loader({ params, context }: LoaderFunctionArgs) {
  const locale = isLocale(params['locale']) ? params['locale'] : DEFAULT_LOCALE;
  const texts = articleTexts(locale, fillingOf(context.config, locale));
  return { questions: texts.map(({ id, title, summary }) => ({ id, title, summary })) };
}

/** What people ask most, each with its answer in short. It opens without a script. */
export default function Faq() {
  const { t } = useTranslation('help');
  const { config, locale } = useShell();
  const at = (id: 'help' | 'faq') => `${config.origins.main}${pathOf(id, locale)}`;
  const way = wayOf([
    { name: t('center'), url: at('help') },
    { name: t('faq'), url: at('faq') },
  ]);
  const { questions } = useLoaderData<typeof loader>();
  return (
    <SiteFrame>
      <Structured data={[faqOf(questions, LOCALE_FACTS[locale].lang), way]} />
      <div className="mx-auto w-full max-w-[54rem] py-8 md:py-12">
        <h1 className="text-[1.9rem] leading-[2.2rem] font-620 tracking-[-.03em] md:text-[2.4rem] md:leading-[2.7rem]">
          {t('faq')}
        </h1>
        <div className="mt-6 border-t border-line">
          {questions.map(({ id, title, summary }) => (
            <details key={id} className="group/ask border-b border-line">
              <summary className="flex min-h-14 items-center justify-between gap-4 py-3 text-16 font-540 hover:text-brand-text">
                {title}
                <ChevronDown aria-hidden className="size-5 shrink-0 text-mut group-open/ask:rotate-180" />
              </summary>
              <p className="max-w-[44em] text-15 leading-[1.4375rem] text-mut text-pretty">{summary}</p>
              <a
                href={pathOf(`help-${id}`, locale)}
                className="mt-1 mb-3 inline-flex min-h-6 items-center text-15 font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
              >
                {t('more')}
              </a>
            </details>
          ))}
        </div>
        <p className="mt-8">
          <a href={pathOf('support', locale)} className={buttonClass({ variant: 'outline' })}>
            <LifeBuoy aria-hidden className="size-4" />
            {t('write')}
          </a>
        </p>
      </div>
    </SiteFrame>
  );
}
