import { useId } from 'react';
import type { ReactNode, TextareaHTMLAttributes } from 'react';
import { cx } from '../cx.ts';

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: ReactNode;
  /** Only for screen readers. */
  readonly quiet?: boolean;
  readonly problem?: ReactNode;
  /** Below the field, while nothing is wrong. */
  readonly hint?: ReactNode;
  readonly ref?: React.Ref<HTMLTextAreaElement>;
}

/** A field of several lines with its label. */
export function TextArea({ label, quiet = false, problem, hint, className, ...rest }: TextAreaProps) {
  const id = useId();
  const wrong = problem !== undefined && problem !== null;
  const below = wrong ? problem : hint;
  const told = below !== undefined && below !== null;
  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={id} className={quiet ? 'vh' : 'mb-1.5 block text-13 font-540 text-mut'}>
        {label}
      </label>
      <textarea
        id={id}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={told ? `${id}-below` : undefined}
        className={cx(
          'block w-full min-w-0 resize-y rounded-btn bg-s2 px-3 py-2 text-text outline-none focus:shadow-[inset_0_0_0_1.5px_var(--color-brand-text),0_0_0_3px_var(--color-brand-soft)] pointer-coarse:text-16',
          wrong ? 'shadow-[inset_0_0_0_1.5px_var(--color-bad)]' : 'shadow-[inset_0_0_0_1px_var(--color-ctl)]',
        )}
        {...rest}
      />
      {told ? (
        <p id={`${id}-below`} className={cx('mt-1.5 text-12', wrong ? 'text-bad' : 'text-mut')}>
          {below}
        </p>
      ) : null}
    </div>
  );
}
