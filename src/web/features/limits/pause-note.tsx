import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { Banner } from '#web/ui/states.tsx';
import { useLimitChange } from './use-limits.ts';
import type { LimitsAnswer } from './use-limits.ts';

/** What keeps the person from trading now, until when, and the way back where there is one. */
export function PauseNote({ limits }: { readonly limits: LimitsAnswer }) {
  const { t } = useTranslation('limits');
  const formats = useFormats();
  const exclude = useLimitChange('limits.exclude');
  const { state, until } = limits.pause;
  if (state === 'FREE') return null;
  const time = until === null ? '' : formats.deadline(Date.parse(until));
  const wait = formats.wait(limits.waits.return * 1_000);
  const texts = {
    TIME_OUT: () => t('state.time_out', { time }),
    EXCLUDED: () => (until === null ? t('state.for_ever') : t('state.excluded', { time })),
    OVER: () => t('state.over', { wait }),
    RETURNING: () => t('state.returning', { time }),
  } as const;
  return (
    <div className="grid gap-3">
      <Banner
        tone="warn"
        action={
          state === 'OVER' ? (
            <Button
              variant="outline"
              size="sm"
              onClick={() => void exclude.send({ body: { kind: 'return', word: 'RETURN' } })}
            >
              {t('state.return')}
            </Button>
          ) : null
        }
      >
        {texts[state]()}
      </Banner>
      <ProblemBox problem={exclude.problem} />
    </div>
  );
}
