import { Switch as Radix } from 'radix-ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

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
      <label htmlFor={id} className="min-w-0 text-13 text-mut">
        {label}
        {hint === undefined ? null : <span className="block text-12 text-faint">{hint}</span>}
      </label>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        className="relative h-6 w-[38px] shrink-0 rounded-pill bg-s3 shadow-[inset_0_0_0_1px_var(--color-ctl)] transition-colors duration-120 data-[state=checked]:bg-brand data-[state=checked]:shadow-none"
      >
        <Radix.Thumb className="absolute start-1 top-1 block size-4 rounded-pill bg-mut transition-transform duration-120 ease-out data-[state=checked]:translate-x-3.5 data-[state=checked]:bg-on-brand rtl:data-[state=checked]:-translate-x-3.5" />
      </Radix.Root>
    </div>
  );
}
