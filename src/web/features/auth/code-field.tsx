import { useEffect, useId, useRef } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import { digitsOf } from '#web/ui/form/code-digits.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';

const LENGTH = 6;
const PLACES = [0, 1, 2, 3, 4, 5] as const;

/** One input behind six boxes: paste, code suggestions and password managers work. */
export function CodeField(props: {
  readonly value: string;
  readonly onChange: (digits: string) => void;
  /** The sixth digit came in. */
  readonly onFull?: (digits: string) => void;
  readonly label?: ReactNode;
  readonly problem?: string | null;
  readonly takesFocus?: boolean;
  readonly inputRef?: React.RefObject<HTMLInputElement | null>;
}) {
  const { t } = useTranslation('auth');
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = props.inputRef ?? own;
  const wrong = props.problem !== undefined && props.problem !== null;
  const { value } = props;
  const focused = props.takesFocus === true;
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused, input]);
  return (
    <div>
      <label htmlFor={id} className={props.label === undefined ? 'vh' : 'mb-1.5 block text-13 font-540 text-mut'}>
        {props.label ?? t('code.label')}
      </label>
      <div className="relative" dir="ltr">
        <input
          ref={input}
          id={id}
          name="code"
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={wrong}
          aria-describedby={wrong ? `${id}-problem` : undefined}
          onChange={(event) => {
            const digits = digitsOf(event.currentTarget.value);
            props.onChange(digits);
            if (digits.length === LENGTH && digits !== value) props.onFull?.(digits);
          }}
          className="peer absolute inset-0 z-10 size-full cursor-text bg-transparent text-16 text-transparent caret-transparent outline-none selection:bg-transparent"
        />
        <div
          aria-hidden
          className="pointer-events-none grid grid-cols-[repeat(3,minmax(0,1fr))_0.875rem_repeat(3,minmax(0,1fr))] items-center gap-1.5 md:gap-2 [&>.now]:peer-focus:shadow-[inset_0_0_0_1.5px_var(--color-brand-text),0_0_0_3px_var(--color-brand-soft)]"
        >
          {PLACES.map((place) => [
            place === 3 ? <i key="gap" className="h-0.5 rounded-pill bg-line2" /> : null,
            <Num
              key={place}
              className={cx(
                'grid h-14 place-items-center rounded-[13px] bg-s2 text-24 font-620 shadow-[inset_0_0_0_1px_var(--color-ctl)] md:h-15',
                place === Math.min(value.length, LENGTH - 1) && 'now',
                wrong && 'shadow-[inset_0_0_0_1.5px_var(--color-bad)]',
              )}
            >
              {value[place] ?? ''}
            </Num>,
          ])}
        </div>
      </div>
      {wrong ? (
        <p id={`${id}-problem`} role="alert" className="mt-2 text-13 text-bad">
          {props.problem}
        </p>
      ) : null}
    </div>
  );
}
