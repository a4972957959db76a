import { Check, ChevronDown, CircleDashed } from 'lucide-react';
import { TERM_QUESTIONS, type TermQuestion } from '#domain/events/lint.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Which questions to the wording its rules answer; each opens without a script. */
export function RulesCheck({ leftOpen }: { readonly leftOpen: readonly TermQuestion[] }) {
  const { t } = useTranslation('events');
  const all = TERM_QUESTIONS.length;
  return (
    <details className="group/check rounded-field border border-line text-13">
      <summary className="flex min-h-10 cursor-pointer list-none items-center justify-between gap-3 px-3 font-540 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        {t('rules.check', { count: all - leftOpen.length, all })}
        <ChevronDown aria-hidden className="size-4 shrink-0 text-mut group-open/check:rotate-180" />
      </summary>
      <div className="border-t border-line p-3">
        <ul className="grid gap-2">
          {TERM_QUESTIONS.map((question) => {
            const open = leftOpen.includes(question);
            const Icon = open ? CircleDashed : Check;
            return (
              <li key={question} className="flex gap-2">
                <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${open ? 'text-warn' : 'text-up-text'}`} />
                <span>
                  {t(`rules.ask.${question}`)}
                  {open ? (
                    <span className="ms-2 font-540 whitespace-nowrap text-warn">{t('rules.left_open')}</span>
                  ) : null}
                </span>
              </li>
            );
          })}
        </ul>
        <p className="mt-3 text-mut">{t('rules.check_text')}</p>
      </div>
    </details>
  );
}
