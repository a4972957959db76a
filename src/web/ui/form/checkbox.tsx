import { Check } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface TickBoxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly id?: string;
  readonly name?: string | undefined;
  readonly className?: string;
}

/** The box alone, in the colours of the theme. Its label is the caller's. */
export function TickBox({ checked, onChange, id, name, className }: TickBoxProps) {
  return (
    <span className={cx('relative grid size-5 shrink-0 place-items-center', className)}>
      <input
        id={id}
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="peer absolute inset-0 size-5 cursor-pointer appearance-none rounded-chip bg-s2 shadow-[inset_0_0_0_1.5px_var(--color-ctl)] checked:bg-brand checked:shadow-none forced-colors:appearance-auto"
      />
      <Check
        aria-hidden
        className="pointer-events-none relative hidden size-3.5 stroke-[3] text-on-brand peer-checked:block forced-colors:hidden!"
      />
    </span>
  );
}

export interface CheckboxProps extends Omit<TickBoxProps, 'id' | 'className'> {
  readonly label: ReactNode;
}

/** A tick with its sentence. */
export function Checkbox({ label, ...tick }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <TickBox id={id} className="mt-px pointer-coarse:mt-3" {...tick} />
      <label htmlFor={id} className="min-w-0 flex-1 pointer-coarse:py-3">
        {label}
      </label>
    </div>
  );
}
