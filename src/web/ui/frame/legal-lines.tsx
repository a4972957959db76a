import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '../../shell-context.ts';

const WITHDRAWAL_GOAL = 0.95;

/** Who is served, what can be lost, and our goal for withdrawals. `end`: said behind it in the same line. */
export function LegalLines({ end }: { readonly end?: ReactNode }) {
  const { t } = useTranslation('common');
  const { config } = useShell();
  const formats = useFormats();
  return (
    <>
      <p>{t('footer.jurisdictions', { brand: config.brand })}</p>
      <p>
        {t('footer.risk')} {t('footer.afford')}
      </p>
      <p>
        {t('footer.goal', { percent: formats.percent(WITHDRAWAL_GOAL) })} {end}
      </p>
    </>
  );
}
