import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '../../shell-context.ts';
import { link, pathOf } from '../../site.ts';

/** Our goal: this share in under a minute. */
export const WITHDRAWAL_GOAL = 0.95;

/** Who is served, what can be lost, and how quick withdrawals are: as measured, else our goal. `end`: said behind it in the same line. */
export function LegalLines({ end }: { readonly end?: ReactNode }) {
  const { t } = useTranslation('common');
  const { config, locale, quick } = useShell();
  const formats = useFormats();
  return (
    <>
      <p>{t('footer.jurisdictions', { brand: config.brand })}</p>
      <p>
        {t('footer.risk')} {t('footer.afford')}
      </p>
      <p>
        {quick === null
          ? t('footer.goal', { percent: formats.percent(WITHDRAWAL_GOAL) })
          : t('footer.withdrawals', { percent: formats.percent(quick, { places: quick === 1 ? 0 : 1 }) })}{' '}
        <a
          href={link(config, 'main', pathOf('withdrawal-times', locale))}
          className="inline rounded-chip underline underline-offset-2 hover:text-text"
        >
          {t('nav.withdrawal-times')}
        </a>{' '}
        {end}
      </p>
    </>
  );
}
