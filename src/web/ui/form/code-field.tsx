import { useId, useRef } from 'react';
import { digitsOf } from './code-digits.ts';
import { cx } from '../cx.ts';

const PLACES = [0, 1, 2, 3, 4, 5] as const;

export interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Six digits stand. */
  readonly onFull?: (value: string) => void;
  readonly problem?: boolean;
  readonly name?: string;
}

/** Six digits in six boxes, with one field behind them: paste, autofill and screen readers see one text. Left to right everywhere. */
export function CodeField({ label, value, onChange, onFull, problem = false, name }: CodeFieldProps) {
  const id = useId();
  const sent = useRef('');
  const put = (text: string) => {
    const digits = digitsOf(text);
    onChange(digits);
    if (digits.length < 6) sent.current = '';
    else if (digits !== sent.current) {
      sent.current = digits;
      onFull?.(digits);
    }
  };
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-13 font-540 text-mut">
        {label}
      </label>
      <div dir="ltr" className="group relative grid grid-cols-6 gap-1.5 sm:gap-2">
        {PLACES.map((place) => (
          <span
            key={place}
            aria-hidden
            className={cx(
              'grid h-12 place-items-center rounded-btn bg-s2 text-18 font-620 tabular-nums',
              problem
                ? 'shadow-[inset_0_0_0_1.5px_var(--color-bad)]'
                : place === Math.min(value.length, 5)
                  ? 'shadow-[inset_0_0_0_1px_var(--color-ctl)] group-focus-within:shadow-[inset_0_0_0_1.5px_var(--color-brand-text),0_0_0_3px_var(--color-brand-soft)]'
                  : 'shadow-[inset_0_0_0_1px_var(--color-ctl)]',
            )}
          >
            {value[place] ?? ''}
          </span>
        ))}
        <input
          id={id}
          name={name}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={problem}
          maxLength={12}
          onChange={(event) => put(event.currentTarget.value)}
          className="absolute inset-0 size-full rounded-btn bg-transparent text-16 text-transparent caret-transparent outline-none"
        />
      </div>
    </div>
  );
}
