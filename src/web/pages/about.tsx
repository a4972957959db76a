import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '../shell-context.ts';
import { link, pathOf } from '../site.ts';
import { buttonClass } from '../ui/button.tsx';
import { SiteFrame } from '../ui/frame/site-frame.tsx';

export const handle = { static: true };

const PARTS = ['what', 'settled', 'prices', 'ledger', 'not', 'risk'] as const;

/** What the product is and is not, in plain sentences. */
export default function About() {
  const { t } = useTranslation(['pages', 'common']);
  const { locale, config } = useShell();
  const { brand } = config;
  return (
    <SiteFrame>
      <article className="pt-8 md:pt-14">
        <h1 className="max-w-[16em] text-[2.2rem] leading-[2.5rem] font-620 tracking-[-.035em] text-balance md:text-[3rem] md:leading-[3.25rem]">
          {t('about.title', { brand })}
        </h1>
        <p className="mt-4 max-w-[38em] text-16 text-mut text-pretty md:text-18 md:leading-7">
          {t('about.lead', { brand })}
        </p>
        <div className="mt-9 grid gap-x-12 gap-y-8 md:mt-12 md:grid-cols-2">
          {PARTS.map((part) => (
            <section key={part} className="border-t-2 border-line2 pt-4.5">
              <h2 className="mb-1.5 text-18 font-620 tracking-[-.012em]">{t(`about.${part}.title`)}</h2>
              <p className="max-w-[40em] text-15 leading-[1.4375rem] text-mut text-pretty">
                {t(`about.${part}.text`, { brand })}
              </p>
            </section>
          ))}
        </div>
        <div className="mt-10 flex flex-wrap gap-3">
          <a href={pathOf('trading-demo', locale)} className={buttonClass({ variant: 'primary', size: 'lg' })}>
            {t('common:try_demo')}
          </a>
          <a href={link(config, 'main', pathOf('feeds', locale))} className={buttonClass({ size: 'lg' })}>
            {t('about.feeds')}
          </a>
          <a href={link(config, 'events', pathOf('calibration', locale))} className={buttonClass({ size: 'lg' })}>
            {t('common:nav.calibration')}
          </a>
        </div>
      </article>
    </SiteFrame>
  );
}
