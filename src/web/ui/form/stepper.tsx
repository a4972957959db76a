import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { cx } from '../cx.ts';

const STEP =
  'grid size-9 shrink-0 place-items-center rounded-[9px] bg-s3 text-mut hover:text-text aria-disabled:opacity-45 pointer-coarse:h-full pointer-coarse:w-10 max-[22.4375rem]:w-8! [&_svg]:size-4.5';

export interface StepperProps {
  readonly label: ReactNode;
  /** Behind the label: what the term means. */
  readonly help?: ReactNode;
  /** Beside the label at its end: limits, a clock. */
  readonly hint?: ReactNode;
  readonly lessLabel: string;
  readonly moreLabel: string;
  readonly onLess: () => void;
  readonly onMore: () => void;
  readonly canLess?: boolean;
  readonly canMore?: boolean;
  /** A fixed value, stepped only. */
  readonly output?: ReactNode;
  /** A value that can be typed. */
  readonly input?: InputHTMLAttributes<HTMLInputElement>;
  /** Says what is wrong; the border turns red and the field names it. */
  readonly problem?: ReactNode;
  readonly className?: string;
}

/** A field with less and more buttons around it. */
export function Stepper(props: StepperProps) {
  const { label, help, hint, lessLabel, moreLabel, onLess, onMore, canLess = true, canMore = true } = props;
  const id = useId();
  const wrong = props.problem !== undefined && props.problem !== null;
  return (
    <div className={cx('min-w-0', props.className)}>
      <div className="mb-1.5 flex items-baseline justify-between gap-2 text-13 font-540 text-mut">
        <div className="inline-flex min-w-0 items-center gap-0.5">
          <label htmlFor={id}>{label}</label>
          {help}
        </div>
        <span className="text-12 font-450">{hint}</span>
      </div>
      <div
        className={cx(
          'flex h-12 items-center rounded-field bg-s2 px-[5px] py-[5px] focus-within:shadow-[inset_0_0_0_1.5px_var(--color-brand-text),0_0_0_3px_var(--color-brand-soft)] short:h-11',
          wrong ? 'shadow-[inset_0_0_0_1.5px_var(--color-bad)]' : 'shadow-[inset_0_0_0_1px_var(--color-ctl)]',
        )}
      >
        <button type="button" className={STEP} aria-label={lessLabel} aria-disabled={!canLess} onClick={onLess}>
          <Minus aria-hidden />
        </button>
        {props.input === undefined ? (
          <output id={id} className="min-w-0 flex-1 truncate text-center text-18 font-620">
            {props.output}
          </output>
        ) : (
          <input
            id={id}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            aria-invalid={wrong}
            aria-describedby={wrong ? `${id}-problem` : undefined}
            className="w-full min-w-0 flex-1 bg-transparent text-center text-18 font-620 tabular-nums outline-none"
            {...props.input}
          />
        )}
        <button type="button" className={STEP} aria-label={moreLabel} aria-disabled={!canMore} onClick={onMore}>
          <Plus aria-hidden />
        </button>
      </div>
      {wrong ? (
        <p id={`${id}-problem`} className="mt-1.5 text-12 text-bad">
          {props.problem}
        </p>
      ) : null}
    </div>
  );
}
