import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { shownNumber } from '#web/api/api-error.ts';
import { useShell } from '#web/shell-context.ts';
import { useSupportLink } from '#web/support-link.ts';
import { cx } from '../cx.ts';
import { Num } from '../num.tsx';
import { problemActionOf } from './problem-action.ts';
import type { Problem } from './problem.ts';

/**
 * What went wrong, beside what was pressed: what happened, what helps, and where support is asked the request's number, small. `action` stands in place of the
 * way on that a refusal has by itself.
 */
export function ProblemBox(props: {
  readonly problem: Problem | null;
  readonly action?: ReactNode;
  readonly className?: string;
}) {
  const { t } = useTranslation('common');
  const { problem, action } = props;
  if (problem === null) return null;
  const number = shownNumber(problem);
  return (
    <div
      role="alert"
      data-code={problem.code}
      className={cx('flex gap-2.5 rounded-field bg-bad-soft px-3.5 py-2.5 text-13 text-mut', props.className)}
    >
      <CircleAlert aria-hidden className="mt-px size-4.5 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        {problem.title === '' ? null : <p className="font-620 text-text">{problem.title}</p>}
        {problem.text === '' ? null : <p>{problem.text}</p>}
        {action ?? <Support problem={problem} />}
        {number === null ? null : (
          <p className="mt-1 text-12 text-mut">
            {t('request')}{' '}
            <Num as="bdi" className="break-all select-all">
              {number}
            </Num>
          </p>
        )}
      </div>
    </div>
  );
}

/** The way to a ticket, where the catalogue sends people to support. Staff has none: they are who answers. */
function Support({ problem }: { readonly problem: Problem }) {
  const { t } = useTranslation('common');
  const { page } = useShell();
  const support = useSupportLink();
  const way = problemActionOf(problem);
  return way?.to !== 'support' || page === 'office' ? null : (
    <a
      href={support(way.about)}
      data-way="support"
      className="mt-1.5 inline-flex min-h-6 items-center font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
    >
      {t('btn.contact_support')}
    </a>
  );
}
