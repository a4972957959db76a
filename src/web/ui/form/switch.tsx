import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly className?: string;
}

/** On or off, with its label at the start. */
export function Switch({ checked, onChange, label, hint, className }: SwitchProps) {
  const id = useId();
  return (
    <div className={cx('flex min-h-6 items-center justify-between gap-3 pointer-coarse:min-h-11', className)}>
      <label id={`${id}-label`} htmlFor={id} className="min-w-0 text-13 text-mut">
        {label}
        {hint === undefined ? null : <span className="block text-12 text-faint">{hint}</span>}
      </label>
      <button
        id={id}
        type="button"
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-checked={checked}
        onClick={() => onChange(!checked)}
        className="group relative h-6 w-[2.375rem] shrink-0 rounded-pill bg-s3 shadow-[inset_0_0_0_1px_var(--color-ctl)] transition-colors duration-120 aria-checked:bg-brand aria-checked:shadow-none pointer-coarse:before:absolute pointer-coarse:before:-inset-2.5"
      >
        <span className="absolute start-1 top-1 block size-4 rounded-pill bg-mut transition-transform duration-120 ease-out group-aria-checked:translate-x-3.5 group-aria-checked:bg-on-brand rtl:group-aria-checked:-translate-x-3.5" />
      </button>
    </div>
  );
}
