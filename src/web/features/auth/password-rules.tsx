import { useEffect, useId, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { passwordFaults } from '#domain/identity/password.ts';
import type { PasswordFault } from '#domain/identity/password.ts';
import { cx } from '#web/ui/cx.ts';
import { Tick } from './auth-frame.tsx';
import { PasswordField } from './fields.tsx';

/** In the order in which they are asked for. */
const RULES = [
  ['too_small', 'length'],
  ['no_lower', 'lower'],
  ['no_upper', 'upper'],
  ['no_digit', 'digit'],
  ['no_special', 'special'],
  ['common', 'common'],
] as const satisfies readonly (readonly [PasswordFault, string])[];

export type RuleName = (typeof RULES)[number][1];

/** Rules a new password does not meet yet, first first. `email`: its words are no passwords. */
export function missingRules(password: string, email: string): readonly RuleName[] {
  const own = email.split(/[@.+_-]/);
  const faults = new Set<PasswordFault>(passwordFaults(password, own));
  return RULES.filter(([fault]) => faults.has(fault)).map(([, name]) => name);
}

/** What the number of rules left is said by, after a pause of a second. */
function useSpoken(left: number, typed: boolean): string {
  const { t } = useTranslation('auth');
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!typed) return undefined;
    const timer = setTimeout(() => setSaid(t('rules.left', { count: left })), 1_000);
    return () => clearTimeout(timer);
  }, [left, typed, t]);
  return said;
}

/** A new password with its rules, which tick while it is typed and never turn red before the field is left. */
export function NewPasswordField(props: {
  readonly value: string;
  readonly email: string;
  readonly onChange: (text: string) => void;
  readonly label?: string;
  readonly shown?: boolean;
  /** The server's word on it, after a press. */
  readonly problem?: string | null;
  readonly inputRef?: React.Ref<HTMLInputElement>;
}) {
  const { t } = useTranslation('auth');
  const id = useId();
  const missing = missingRules(props.value, props.email);
  const met = RULES.length - missing.length;
  const said = useSpoken(missing.length, props.value !== '');
  return (
    <div>
      <PasswordField
        {...(props.label === undefined ? {} : { label: props.label })}
        {...(props.inputRef === undefined ? {} : { ref: props.inputRef })}
        shown={props.shown ?? false}
        value={props.value}
        autoComplete="new-password"
        problem={props.problem ?? null}
        describedBy={id}
        onText={props.onChange}
      />
      <div aria-hidden className="mt-2 flex gap-1">
        {[2, 3, 5, 6].map((wanted) => (
          <i
            key={wanted}
            className={cx('h-1 flex-1 rounded-pill', props.value !== '' && met >= wanted ? 'bg-ok' : 'bg-s3')}
          />
        ))}
      </div>
      <ul
        id={id}
        aria-label={t('rules.label')}
        className="mt-2.5 grid grid-cols-2 gap-x-3 gap-y-1.5 text-12 leading-[1.125rem] max-[22.4375rem]:grid-cols-1"
      >
        {RULES.map(([, name]) => {
          const done = props.value !== '' && !missing.includes(name);
          return (
            <li key={name} className={cx('flex items-center gap-2', done ? 'text-text' : 'text-mut')}>
              <Tick state={done ? 'done' : 'open'} />
              <span>
                {t(`rules.${name}`)}
                <span className="vh"> ({done ? t('rules.done') : t('rules.needed')})</span>
              </span>
            </li>
          );
        })}
      </ul>
      <output className="vh">{said}</output>
    </div>
  );
}
