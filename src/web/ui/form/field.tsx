import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: ReactNode;
  /** Only for screen readers. */
  readonly quiet?: boolean;
  readonly icon?: ReactNode;
  readonly end?: ReactNode;
  /** Says what is wrong; the border turns red and the field names it. */
  readonly problem?: ReactNode;
  /** Below the field, while nothing is wrong. */
  readonly hint?: ReactNode;
  readonly ref?: React.Ref<HTMLInputElement>;
}

/** A text field with its label. */
export function Field({ label, quiet = false, icon, end, problem, hint, className, ...rest }: FieldProps) {
  const id = useId();
  const wrong = problem !== undefined && problem !== null;
  const below = wrong ? problem : hint;
  const told = below !== undefined && below !== null;
  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={id} className={quiet ? 'vh' : 'mb-1.5 block text-13 font-540 text-mut'}>
        {label}
      </label>
      <div
        className={cx(
          'flex h-10 items-center gap-2.5 rounded-btn bg-s2 px-3 text-mut focus-within:shadow-[inset_0_0_0_1.5px_var(--color-brand-text),0_0_0_3px_var(--color-brand-soft)] pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:shrink-0',
          wrong
            ? 'shadow-[inset_0_0_0_1.5px_var(--color-bad)]'
            : rest.readOnly === true
              ? ''
              : 'shadow-[inset_0_0_0_1px_var(--color-ctl)]',
        )}
      >
        {icon}
        <input
          id={id}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={told ? `${id}-below` : undefined}
          className="w-full min-w-0 flex-1 bg-transparent text-text outline-none read-only:text-mut pointer-coarse:text-16"
          {...rest}
        />
        {end}
      </div>
      {told ? (
        <p id={`${id}-below`} className={cx('mt-1.5 text-12', wrong ? 'text-bad' : 'text-mut')}>
          {below}
        </p>
      ) : null}
    </div>
  );
}

/** A key of the keyboard. */
export function Kbd({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return (
    <kbd
      className={cx(
        'rounded-[5px] border border-line2 px-[5px] font-sans text-11 leading-4 font-540 text-faint',
        className,
      )}
    >
      {children}
    </kbd>
  );
}
