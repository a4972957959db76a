import { Eye, EyeOff, Lock, Mail } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '#web/ui/cx.ts';
import { TickBox } from '#web/ui/form/checkbox.tsx';
import { Tick } from './auth-frame.tsx';

export interface BigFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onChange'> {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly label: ReactNode;
  readonly labelEnd?: ReactNode;
  readonly icon?: ReactNode;
  readonly end?: ReactNode;
  /** A sentence under the field. */
  readonly problem?: string | null;
  readonly describedBy?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A field of 44 to 50 px with its label above. */
export function BigField({ label, labelEnd, icon, end, problem, describedBy, onText, ...rest }: BigFieldProps) {
  const id = useId();
  const take = useRef(onText);
  useEffect(() => {
    // What was typed or filled in before the page's code was there.
    const field = document.getElementById(id);
    if (field instanceof HTMLInputElement && field.value !== '') take.current(field.value);
  }, [id]);
  const wrong = problem !== undefined && problem !== null;
  const described = [wrong ? `${id}-problem` : null, describedBy].filter((one) => typeof one === 'string').join(' ');
  return (
    <div className="min-w-0">
      <div className="mb-1.5 flex items-baseline gap-3 text-13">
        <label htmlFor={id} className="min-w-0 flex-1 font-540 text-mut">
          {label}
        </label>
        {labelEnd}
      </div>
      <div
        className={cx(
          'flex h-11 items-center gap-2.5 rounded-field bg-s2 ps-3.5 text-mut focus-within:shadow-[inset_0_0_0_1.5px_var(--color-brand-text),0_0_0_3px_var(--color-brand-soft)] pointer-coarse:h-12.5 [&>svg]:size-4.5 [&>svg]:shrink-0',
          // What stands at the end brings air of its own.
          end === undefined || end === null ? 'pe-3.5' : 'pe-2',
          wrong ? 'shadow-[inset_0_0_0_1.5px_var(--color-bad)]' : 'shadow-[inset_0_0_0_1px_var(--color-ctl)]',
        )}
      >
        {icon}
        <input
          id={id}
          aria-invalid={wrong}
          aria-describedby={described === '' ? undefined : described}
          className="h-full w-full min-w-0 flex-1 bg-transparent text-text outline-none pointer-coarse:text-16"
          onChange={(event) => onText(event.currentTarget.value)}
          {...rest}
        />
        {end}
      </div>
      {wrong ? (
        <p id={`${id}-problem`} className="mt-1.5 text-13 text-bad">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

type Own = Omit<BigFieldProps, 'label' | 'icon' | 'type'>;

export function EmailField({ valid = false, ...rest }: Own & { readonly valid?: boolean }) {
  const { t } = useTranslation('auth');
  return (
    <BigField
      label={t('auth.email')}
      icon={<Mail aria-hidden />}
      type="email"
      name="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      dir="ltr"
      end={
        valid ? (
          <span className="pe-1.5">
            <Tick state="done" />
          </span>
        ) : null
      }
      {...rest}
    />
  );
}

/** A password with its eye. `shown`: readable from the start, as on sign-up. */
export function PasswordField({
  shown: first = false,
  label,
  ...rest
}: Own & { readonly shown?: boolean; readonly label?: ReactNode }) {
  const { t } = useTranslation('auth');
  const [shown, setShown] = useState(first);
  const name = shown ? t('password.hide') : t('password.show');
  return (
    <BigField
      label={label ?? t('auth.password')}
      icon={<Lock aria-hidden />}
      type={shown ? 'text' : 'password'}
      name="password"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={256}
      dir="ltr"
      end={
        <button
          type="button"
          aria-label={name}
          title={name}
          onClick={() => setShown(!shown)}
          className="grid size-9 shrink-0 place-items-center rounded-btn hover:bg-s3 hover:text-text pointer-coarse:size-11"
        >
          {shown ? <EyeOff aria-hidden className="size-4.5" /> : <Eye aria-hidden className="size-4.5" />}
        </button>
      }
      {...rest}
    />
  );
}

/** A box to tick with a sentence; the whole line is the target. */
export function TickLine(props: {
  readonly checked: boolean;
  readonly onChange: (state: 'on' | 'off') => void;
  readonly children: ReactNode;
  readonly name?: string;
}) {
  return (
    <label className="flex min-h-6 cursor-pointer items-start gap-3 text-13 leading-5 text-mut pointer-coarse:-my-2 pointer-coarse:py-3">
      <TickBox
        name={props.name}
        checked={props.checked}
        onChange={(checked) => props.onChange(checked ? 'on' : 'off')}
      />
      <span className="min-w-0 flex-1 text-pretty">{props.children}</span>
    </label>
  );
}
