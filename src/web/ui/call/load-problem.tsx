import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '../button.tsx';
import { ProblemBox } from './problem-box.tsx';
import { useProblemOf } from './problem.ts';

/** What could not be read, why, and once more. */
export function LoadProblem(props: {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly className?: string;
}) {
  const { t } = useTranslation('common');
  const problemOf = useProblemOf();
  return (
    <ProblemBox
      problem={problemOf(props.error)}
      action={
        <Button size="sm" className="mt-2" onClick={props.onRetry}>
          {t('btn.retry')}
        </Button>
      }
      {...(props.className === undefined ? {} : { className: props.className })}
    />
  );
}
