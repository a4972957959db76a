import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';

/** Each step, and what on the screen it speaks of: that is framed meanwhile, and nothing is covered. */
const STEPS = [
  { name: 'terms', of: '[data-ticket]' },
  { name: 'tap', of: 'button[data-direction]' },
  { name: 'check', of: '[role=tab]:last-child' },
] as const;

function useFramed(selector: string): void {
  useEffect(() => {
    const framed = [...document.querySelectorAll(selector)];
    for (const element of framed) element.setAttribute('data-framed', '');
    return () => {
      for (const element of framed) element.removeAttribute('data-framed');
    };
  }, [selector]);
}

/**
 * Three steps for who is on the demo for the first time, in the place where their predictions will stand. Esc ends them too. Whoever has a
 * result by now has taken the first two.
 */
export function FirstSteps({ hasResult = false, onEnd }: { readonly hasResult?: boolean; readonly onEnd: () => void }) {
  const { t } = useTranslation('trading');
  const [at, setAt] = useState(hasResult ? STEPS.length - 1 : 0);
  const box = useRef<HTMLElement>(null);
  const step = STEPS[at] ?? STEPS[0];
  const isLast = at === STEPS.length - 1;
  useFramed(step.of);
  const end = () => {
    // Its buttons go; the keyboard stays where they were.
    box.current?.closest<HTMLElement>('[role=tabpanel]')?.focus();
    onEnd();
  };
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && box.current?.contains(target as Node) === true) end();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return (
    <section ref={box} aria-label={t('guide.label')} className="flex flex-wrap items-center gap-x-6 gap-y-2.5 p-4">
      <div aria-live="polite" className="min-w-56 flex-1">
        <p className="text-12 text-mut">{t('guide.step', { step: at + 1, count: STEPS.length })}</p>
        <p className="font-620">{t(`guide.${step.name}.title`)}</p>
        <p className="max-w-[44em] text-13 text-mut text-pretty">{t(`guide.${step.name}.text`)}</p>
      </div>
      <div className="flex gap-2">
        {at === 0 ? null : <Button onClick={() => setAt(at - 1)}>{t('guide.back')}</Button>}
        {isLast ? null : (
          <Button variant="outline" onClick={() => setAt(at + 1)}>
            {t('guide.next')}
          </Button>
        )}
        <Button variant={isLast ? 'outline' : 'ghost'} onClick={end}>
          {t('guide.end')}
        </Button>
      </div>
    </section>
  );
}
