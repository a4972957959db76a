import type { InputHTMLAttributes, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Labelled, type LabelledProps } from './labelled.tsx';

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement>, LabelledProps {
  readonly icon?: ReactNode;
  readonly end?: ReactNode;
  readonly className?: string | undefined;
  readonly ref?: React.Ref<HTMLInputElement>;
}

/** A text field with its label. */
export function Field({ label, quiet, icon, end, problem, hint, className, ...rest }: FieldProps) {
  return (
    <Labelled {...{ label, quiet, problem, hint, className }}>
      {(ties, wrong) => (
        <div
          className={cx(
            'flex h-10 items-center gap-2.5 rounded-btn bg-s2 px-3 text-mut [&>button]:bg-transparent! focus-within:shadow-[inset_0_0_0_1.5px_var(--color-brand-text),0_0_0_3px_var(--color-brand-soft)] pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:shrink-0',
            wrong
              ? 'shadow-[inset_0_0_0_1.5px_var(--color-bad)]'
              : rest.readOnly === true
                ? ''
                : 'shadow-[inset_0_0_0_1px_var(--color-ctl)]',
          )}
        >
          {icon}
          <input
            {...ties}
            className="w-full min-w-0 flex-1 bg-transparent text-text outline-none read-only:text-mut pointer-coarse:text-16"
            {...rest}
          />
          {end}
        </div>
      )}
    </Labelled>
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
