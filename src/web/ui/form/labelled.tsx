import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface LabelledProps {
  readonly label: ReactNode;
  /** Only for screen readers. */
  readonly quiet?: boolean | undefined;
  /** Says what is wrong; the field turns red and names it. */
  readonly problem?: ReactNode;
  /** Below the field, while nothing is wrong. */
  readonly hint?: ReactNode;
  readonly className?: string | undefined;
}

/** What ties the control to its label and to the line below it. */
interface Ties {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** The label of a control above it, and the problem or the hint below it. `children` draws the control with what ties it to both. */
export function Labelled({
  label,
  quiet = false,
  problem,
  hint,
  className,
  children,
}: LabelledProps & { readonly children: (ties: Ties, wrong: boolean) => ReactNode }) {
  const id = useId();
  const wrong = problem !== undefined && problem !== null;
  const below = wrong ? problem : hint;
  const told = below !== undefined && below !== null;
  const ties = {
    id,
    'aria-invalid': wrong || undefined,
    'aria-describedby': told ? `${id}-below` : undefined,
  } as const;
  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={id} className={quiet ? 'vh' : 'mb-1.5 block text-13 font-540 text-mut'}>
        {label}
      </label>
      {children(ties, wrong)}
      {told ? (
        <p id={`${id}-below`} className={cx('mt-1.5 text-12', wrong ? 'text-bad' : 'text-mut')}>
          {below}
        </p>
      ) : null}
    </div>
  );
}
