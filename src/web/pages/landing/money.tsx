import { ReceiptText, Repeat2, Timer } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '../../shell-context.ts';
import { link, pathOf } from '../../site.ts';
import { WITHDRAWAL_GOAL } from '../../ui/frame/legal-lines.tsx';
import { Section } from './parts.tsx';

const POINT = 'border-t-2 border-brand-text pt-4.5 [&_svg]:mb-2 [&_svg]:size-6 [&_svg]:text-brand-text';
const TITLE = 'mb-1.5 text-16 font-620';
const TEXT = 'text-15 leading-[1.375rem] text-mut text-pretty';
const LINK = 'flex min-h-8 items-center font-540 text-brand-text hover:underline pointer-coarse:min-h-11';

/** How money comes in and goes out: as quick as it was measured, else our goal; what it costs; and what it takes. */
export function Money() {
  const { t } = useTranslation(['landing', 'common']);
  const { config, locale, quick } = useShell();
  const formats = useFormats();
  return (
    <Section id="money" title={t('money.title')} lead={t('money.lead')}>
      <ul className="grid gap-6 md:grid-cols-3">
        <li className={POINT}>
          <Timer aria-hidden />
          <h3 className={TITLE}>{t('money.quick.title')}</h3>
          <p className={TEXT}>
            {quick === null
              ? t('common:footer.goal', { percent: formats.percent(WITHDRAWAL_GOAL) })
              : t('common:footer.withdrawals', { percent: formats.percent(quick, { places: quick === 1 ? 0 : 1 }) })}
          </p>
        </li>
        <li className={POINT}>
          <ReceiptText aria-hidden />
          <h3 className={TITLE}>{t('money.fee.title')}</h3>
          <p className={TEXT}>{t('money.fee.text')}</p>
        </li>
        <li className={POINT}>
          <Repeat2 aria-hidden />
          <h3 className={TITLE}>{t('money.before.title')}</h3>
          <p className={TEXT}>{t('money.before.text')}</p>
        </li>
      </ul>
      <div className="mt-5 flex flex-wrap gap-x-6">
        <a href={link(config, 'main', pathOf('withdrawal-times', locale))} className={LINK}>
          {t('common:nav.withdrawal-times')}
        </a>
        <a href={link(config, 'main', pathOf('help', locale))} className={LINK}>
          {t('common:nav.help')}
        </a>
      </div>
    </Section>
  );
}
