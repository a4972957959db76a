import { ChevronDown } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '../../shell-context.ts';
import { Section } from './parts.tsx';

const QUESTIONS = ['lose', 'earn', 'result', 'demo', 'where', 'programs'] as const;
const DEMO_BALANCE = '10000';

/** What newcomers ask. Plain HTML: each opens without a script. */
export function Faq() {
  const { t } = useTranslation('landing');
  const { brand } = useShell().config;
  const amount = useFormats().money(DEMO_BALANCE, { places: 0 });
  return (
    <Section id="faq" title={t('faq.title')}>
      <div className="max-w-[54rem] border-t border-line">
        {QUESTIONS.map((question) => (
          <details key={question} className="group/ask border-b border-line">
            <summary className="flex min-h-14 items-center justify-between gap-4 py-3 text-16 font-540 hover:text-brand-text">
              {t(`faq.${question}.q`, { brand })}
              <ChevronDown aria-hidden className="size-5 shrink-0 text-mut group-open/ask:rotate-180" />
            </summary>
            <p className="max-w-[44em] pb-4.5 text-15 leading-[1.4375rem] text-mut text-pretty">
              {t(`faq.${question}.a`, { brand, amount })}
            </p>
          </details>
        ))}
      </div>
    </Section>
  );
}
