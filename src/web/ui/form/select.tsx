import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { cx } from '../cx.ts';
import { Labelled, type LabelledProps } from './labelled.tsx';

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement>, LabelledProps {
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLSelectElement>;
}

/** The browser's own list with its label: typing finds, phones show their wheel. */
export function Select({ label, quiet, problem, hint, className, children, ...rest }: SelectProps) {
  return (
    <Labelled {...{ label, quiet, problem, hint, className }}>
      {(ties, wrong) => (
        <div
          className={cx(
            'relative flex h-10 items-center rounded-btn bg-s2 focus-within:shadow-[inset_0_0_0_1.5px_var(--color-brand-text),0_0_0_3px_var(--color-brand-soft)] pointer-coarse:h-11',
            wrong ? 'shadow-[inset_0_0_0_1.5px_var(--color-bad)]' : 'shadow-[inset_0_0_0_1px_var(--color-ctl)]',
          )}
        >
          <select
            {...ties}
            className="h-full w-full min-w-0 appearance-none truncate rounded-btn bg-transparent ps-3 pe-9 text-text outline-none max-[22.4375rem]:ps-2.5 max-[22.4375rem]:pe-7 pointer-coarse:min-[22.5rem]:text-16 [&>option]:bg-s2"
            {...rest}
          >
            {children}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute end-3 size-4 text-mut max-[22.4375rem]:end-2"
          />
        </div>
      )}
    </Labelled>
  );
}
