import { useId } from 'react';
import type { ReactNode } from 'react';

export interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: ReactNode;
  readonly name?: string;
}

/** A tick with its sentence. */
export function Checkbox({ checked, onChange, label, name }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="mt-px size-5 shrink-0 accent-brand pointer-coarse:mt-3"
      />
      <label htmlFor={id} className="min-w-0 flex-1 pointer-coarse:py-3">
        {label}
      </label>
    </div>
  );
}
