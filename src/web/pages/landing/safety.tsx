import { CalendarOff, KeyRound, SlidersHorizontal, UserRoundCheck } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '../../shell-context.ts';
import { pathOf } from '../../site.ts';
import { Section } from './parts.tsx';

const POINTS = [
  ['limits', SlidersHorizontal],
  ['breaks', CalendarOff],
  ['login', KeyRound],
  ['age', UserRoundCheck],
] as const;
const LINK = 'flex min-h-8 items-center font-540 text-brand-text hover:underline pointer-coarse:min-h-11';

/** What holds a person back, and what they can lose. */
export function Safety() {
  const { t } = useTranslation(['landing', 'common']);
  const { locale } = useShell();
  return (
    <Section id="safety" title={t('safety.title')} lead={t('safety.lead')}>
      <ul className="grid gap-6 md:grid-cols-2 xl:grid-cols-4">
        {POINTS.map(([point, Icon]) => (
          <li key={point} className="border-t-2 border-brand-text pt-4.5">
            <Icon aria-hidden className="mb-2 size-6 text-brand-text" />
            <h3 className="mb-1.5 text-16 font-620">{t(`safety.${point}.title`)}</h3>
            <p className="text-15 leading-[1.375rem] text-mut text-pretty">{t(`safety.${point}.text`)}</p>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-x-6">
        {(['responsible-trading', 'risk'] as const).map((page) => (
          <a key={page} href={pathOf(page, locale)} className={LINK}>
            {t(`common:nav.${page}`)}
          </a>
        ))}
      </div>
    </Section>
  );
}
