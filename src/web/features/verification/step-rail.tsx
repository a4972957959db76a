import { Check, ChevronLeft, ChevronRight, Clock, Lock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Chip } from '#web/ui/states.tsx';
import { STEP_TONES } from './step-looks.ts';
import { useStepName } from './step-name.ts';
import type { Step, StepId, StepLook } from './steps.ts';

type Sign = { readonly icon: typeof Check | null; readonly className: string };

const OPEN: Sign = { icon: null, className: 'text-mut outline-1 -outline-offset-1 outline-ctl' };
const WAITS: Sign = { icon: Clock, className: 'bg-info-soft text-info' };
const WRONG: Sign = { icon: X, className: 'bg-bad-soft text-bad' };
const SIGNS: Readonly<Record<StepLook, Sign>> = {
  NONE: OPEN,
  OPTIONAL: OPEN,
  LOCKED: { icon: Lock, className: OPEN.className },
  PENDING_DOCUMENT: OPEN,
  PENDING_APPROVE: WAITS,
  APPROVED: { icon: Check, className: 'bg-ok-soft text-ok' },
  REJECTED: WRONG,
  APPROVED_REJECTED: WRONG,
  FINAL: WRONG,
  BLOCKED: WRONG,
};

/** The number of a step, or the sign of how it stands. */
export function StepSign(props: { readonly no: number; readonly look: StepLook; readonly isCurrent: boolean }) {
  const { no, look, isCurrent } = props;
  const { icon: Icon, className } = SIGNS[look];
  const isOpen = Icon === null;
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-7 shrink-0 place-items-center rounded-full text-13 font-620 [&_svg]:size-4',
        isOpen && isCurrent ? 'bg-brand text-on-brand' : className,
      )}
    >
      {isOpen ? no : <Icon />}
    </span>
  );
}

/** A link to a step of this page: the address keeps the place. */
function StepLink(props: {
  readonly id: StepId;
  readonly className?: string;
  readonly isCurrent?: boolean;
  readonly label?: string;
  readonly children: ReactNode;
}) {
  const { id, className, isCurrent = false, label, children } = props;
  return (
    <Link
      to={`#${id}`}
      replace
      preventScrollReset
      aria-label={label}
      aria-current={isCurrent ? 'step' : undefined}
      className={className}
    >
      {children}
    </Link>
  );
}

export interface StepsProps {
  readonly steps: readonly Step[];
  readonly current: StepId;
}

/** Every step with how it stands, one above the other. */
export function StepRail({ steps, current }: StepsProps) {
  const { t } = useTranslation('verification');
  const nameOf = useStepName();
  return (
    <nav aria-label={t('steps.label')} className="card self-start p-2 max-lg:hidden">
      <ol className="grid gap-0.5">
        {steps.map(({ id, look }, at) => (
          <li key={id}>
            <StepLink
              id={id}
              isCurrent={id === current}
              className={cx('flex items-start gap-3 rounded-field p-2.5 hover:bg-s2', id === current && 'bg-s2')}
            >
              <StepSign no={at + 1} look={look} isCurrent={id === current} />
              <span className="grid min-w-0 justify-items-start gap-1">
                <span className="pt-1 leading-tight font-540 break-words">{nameOf(id)}</span>
                <Chip tone={STEP_TONES[look]}>{t(`st.${look}`)}</Chip>
              </span>
            </StepLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The same on a phone: which step of how many, a bar for each, and the ways to the ones beside it. */
export function StepBars({ steps, current }: StepsProps) {
  const { t } = useTranslation('verification');
  const nameOf = useStepName();
  const at = steps.findIndex(({ id }) => id === current);
  const [before, after] = [steps[at - 1], steps[at + 1]];
  const arrow = buttonClass({ variant: 'ghost' });
  return (
    <nav aria-label={t('steps.label')} className="grid gap-2 lg:hidden">
      <div className="flex items-center gap-1">
        {before === undefined ? null : (
          <StepLink id={before.id} label={nameOf(before.id)} className={cx(arrow, '-ms-3.5 px-3')}>
            <ChevronLeft aria-hidden className="flip size-5" />
          </StepLink>
        )}
        <p className="flex-1 font-620">{t('steps.at', { step: at + 1, count: steps.length })}</p>
        {after === undefined ? null : (
          <StepLink id={after.id} label={nameOf(after.id)} className={cx(arrow, '-me-3.5 px-3')}>
            <ChevronRight aria-hidden className="flip size-5" />
          </StepLink>
        )}
      </div>
      <ol className="flex gap-1.5">
        {steps.map(({ id, look }) => (
          <li key={id} className="flex-1">
            <StepLink
              id={id}
              isCurrent={id === current}
              label={`${nameOf(id)}: ${t(`st.${look}`)}`}
              className="grid min-h-6 items-center"
            >
              <span className={cx('h-1.5 rounded-full', barOf(look, id === current))} />
            </StepLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function barOf(look: StepLook, isCurrent: boolean): string {
  if (look === 'APPROVED') return 'bg-ok';
  if (SIGNS[look] === WRONG) return 'bg-bad';
  if (isCurrent) return 'bg-brand';
  return look === 'PENDING_APPROVE' ? 'bg-info' : 'bg-s3';
}
