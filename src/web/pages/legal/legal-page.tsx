import { useTranslation } from '#web/i18n/use-translation.ts';
import { CURRENT_DOCUMENTS, LEGAL_DOCUMENTS, type LegalDocument } from '#domain/privacy/documents.ts';
import { useFormats, useShell } from '../../shell-context.ts';
import { link, pathOf } from '../../site.ts';
import { SiteFrame } from '../../ui/frame/site-frame.tsx';
import { Banner } from '../../ui/states.tsx';
import { SECTIONS } from './sections.ts';

/** A legal document in the version in force, as people agree to it. */
export function LegalPage({ document }: { readonly document: LegalDocument }) {
  const { t } = useTranslation('legal');
  const { locale, config } = useShell();
  const formats = useFormats();
  const { brand } = config;
  const { version } = CURRENT_DOCUMENTS[document];
  return (
    <SiteFrame>
      <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,44em)_minmax(0,1fr)]">
        <article className="min-w-0 pt-8 md:pt-14">
          <h1 className="text-[2.2rem] leading-[2.5rem] font-620 tracking-[-.035em] text-balance md:text-[3rem] md:leading-[3.25rem]">
            {t(`${document}.title`)}
          </h1>
          <p className="mt-2 text-13 text-faint">
            {t('version', { date: formats.date(Date.parse(`${version}T12:00:00Z`)) })}
          </p>
          <p className="mt-4 text-16 text-mut text-pretty md:text-18 md:leading-7">
            {t(`${document}.lead`, { brand })}
          </p>
          {/* To whoever sets the product up, not to those who read it there. */}
          {config.mode === 'sandbox' ? <Banner className="mt-6">{t('template')}</Banner> : null}
          {SECTIONS[document].map((section) => (
            <section key={section} id={section} className="mt-8 scroll-mt-20">
              <h2 className="mb-1.5 text-18 font-620 tracking-[-.012em]">{t(`${section}.title`)}</h2>
              <p className="text-15 leading-[1.4375rem] text-mut text-pretty">{t(`${section}.text`, { brand })}</p>
            </section>
          ))}
          <nav aria-label={t('others')} className="mt-10 border-t-2 border-line2 pt-4.5">
            <ul className="flex flex-wrap gap-x-5 gap-y-2">
              {LEGAL_DOCUMENTS.filter((other) => other !== document).map((other) => (
                <li key={other}>
                  <a
                    href={link(config, 'main', pathOf(other, locale))}
                    className="inline-flex min-h-8 items-center text-brand-text underline underline-offset-2 pointer-coarse:min-h-11"
                  >
                    {t(`${other}.title`)}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </article>
        <nav
          aria-label={t('contents')}
          className="sticky top-20 mt-14 hidden self-start border-s border-line ps-6 lg:block"
        >
          <ul className="grid gap-1">
            {SECTIONS[document].map((section) => (
              <li key={section}>
                <a href={`#${section}`} className="inline-flex min-h-8 items-center text-14 text-mut hover:text-text">
                  {t(`${section}.title`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </SiteFrame>
  );
}
