import { CircleCheck, Clock } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ChallengeNote } from '#web/challenge.tsx';
import { useHold } from '#web/shell-context.ts';
import type { ReactNode } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { Heading } from './auth-frame.tsx';
import { ProblemNote, SubmitButton, useAuthHref } from './parts.tsx';
import { NewPasswordField, missingRules } from './password-rules.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { useAuthClient } from './use-auth.ts';

/** What proves that the mail arrived: the token of its link, or its code with the address. */
export type Proof = { readonly token: string } | { readonly email: string; readonly code: string };

/**
 * A new password by a mail. What it means is said before the press: withdrawals rest for 24 hours, every session ends.
 * `children`: fields above the password.
 */
export function NewPasswordForm(props: {
  readonly proof: Proof;
  /** Says what is missing of the proof; null: nothing. */
  readonly missing: string | null;
  readonly onMissing?: () => void;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('auth');
  const wait = useHold();
  const client = useAuthClient();
  const call = useCall();
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const [rule] = missingRules(password, 'email' in props.proof ? props.proof.email : '');
  const submit = async () => {
    if (props.missing !== null) return props.onMissing?.();
    if (rule !== undefined) return field.current?.focus();
    const answer = await call.run((proof) =>
      client.call('auth.resetPassword', { body: { ...props.proof, password, ...proof } }),
    );
    if (answer !== null) props.onDone();
    return undefined;
  };
  const fault = call.problem?.fields['password'];
  return (
    <form
      className="mt-6 grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {props.children}
      <NewPasswordField
        inputRef={field}
        label={t('password.new')}
        value={password}
        email={'email' in props.proof ? props.proof.email : ''}
        problem={fault === 'common' ? t('need.common') : null}
        onChange={setPassword}
      />
      <p className="flex gap-2.5 rounded-field bg-warn-soft px-3.5 py-2.5 text-13 text-mut">
        <Clock aria-hidden className="mt-px size-4.5 shrink-0 text-warn" />
        <span>{t('hold', { wait })}</span>
      </p>
      <ProblemNote problem={call.problem} />
      <ChallengeNote of={call.patience} />
      <SubmitButton busy={call.busy} missing={props.missing ?? (rule === undefined ? null : t(`need.${rule}`))}>
        {t('password.set')}
      </SubmitButton>
    </form>
  );
}

/** The password is changed; the way to sign in. */
export function PasswordChanged() {
  const { t } = useTranslation('auth');
  const href = useAuthHref();
  return (
    <section>
      <output>
        <Heading icon={<CircleCheck aria-hidden />} title={t('reset.done.title')} lead={t('reset.done.text')} />
      </output>
      <a
        href={href('login', { tab: 'login' })}
        className={`mt-6 ${buttonClass({ variant: 'primary', size: 'lg', wide: true })}`}
      >
        {t('auth.login')}
      </a>
    </section>
  );
}
