import { KeyRound, MailCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { maskedEmail } from '#web/email/masked-email.ts';
import { nextMailAt } from '#web/email/next-mail.ts';
import { serverClock } from '#web/live/server-clock.ts';
import { SandboxInbox } from '#web/sandbox/sandbox-inbox.tsx';
import { AuthFrame, Heading } from './auth-frame.tsx';
import { CodeField } from './code-field.tsx';
import { isEmail, useEmail } from './email.ts';
import { EmailField } from './fields.tsx';
import { NewPasswordForm, PasswordChanged } from './new-password.tsx';
import { LINK, LINK_LINE, ProblemNote, SubmitButton, useAuthHref } from './parts.tsx';
import { Resend } from './resend.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { useAuthClient } from './use-auth.ts';

type Step = 'ask' | 'inbox' | 'done';

/** A forgotten password: the address, then code and new password. The answer is the same whether the address is known or not. */
export function ForgotScreen() {
  const [step, setStep] = useState<Step>('ask');
  const [email, setEmail] = useEmail();
  const [again, setAgain] = useState(0);
  return (
    <AuthFrame>
      {step === 'ask' ? (
        <Ask
          email={email}
          onEmail={setEmail}
          onSent={(next) => {
            setAgain(next);
            setStep('inbox');
          }}
        />
      ) : null}
      {step === 'inbox' ? (
        <Inbox email={email.trim()} again={again} onBack={() => setStep('ask')} onDone={() => setStep('done')} />
      ) : null}
      {step === 'done' ? <PasswordChanged /> : null}
    </AuthFrame>
  );
}

/** `onSent`: wall ms from which another mail may be asked for. */
function Ask(props: {
  readonly email: string;
  readonly onEmail: (text: string) => void;
  readonly onSent: (again: number) => void;
}) {
  const { t } = useTranslation('auth');
  const href = useAuthHref();
  const client = useAuthClient();
  const call = useCall();
  const [pressed, setPressed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = async () => {
    setPressed(true);
    if (!isEmail(props.email)) return field.current?.focus();
    const body = { email: props.email.trim() };
    const answer = await call.run(() => client.call('auth.forgotPassword', { body }));
    if (answer !== null) props.onSent(nextMailAt(answer, { now: Date.now(), server: serverClock.now() }));
    return undefined;
  };
  const wrong = (pressed && !isEmail(props.email)) || call.problem?.code === 'InvalidEmail';
  return (
    <section>
      <Heading icon={<KeyRound aria-hidden />} title={t('forgot.title')} lead={t('forgot.lead')} />
      <form
        className="mt-6 grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <EmailField
          ref={field}
          value={props.email}
          valid={isEmail(props.email)}
          autoComplete="username"
          problem={wrong ? t('valid.email') : null}
          onText={props.onEmail}
        />
        <ProblemNote problem={call.problem?.code === 'InvalidEmail' ? null : call.problem} />
        <SubmitButton busy={call.busy} missing={isEmail(props.email) ? null : t('need.email')}>
          {t('forgot.send')}
        </SubmitButton>
      </form>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 text-13 text-mut">
        <p>
          {t('forgot.no_account')}{' '}
          <a href={href('login', { tab: 'register' })} className={LINK}>
            {t('auth.sign_up')}
          </a>
        </p>
        <a href={href('login', { tab: 'login' })} className={LINK_LINE}>
          {t('back')}
        </a>
      </div>
    </section>
  );
}

function Inbox(props: {
  readonly email: string;
  readonly again: number;
  readonly onBack: () => void;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('auth');
  const client = useAuthClient();
  const call = useCall();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  return (
    <section>
      <Heading
        icon={<MailCheck aria-hidden />}
        title={t('inbox.title')}
        lead={t('inbox.lead', { email: maskedEmail(props.email) })}
      />
      <NewPasswordForm
        proof={{ email: props.email, code }}
        missing={code.length === 6 ? null : t('need.code')}
        onMissing={() => field.current?.focus()}
        onDone={props.onDone}
      >
        <CodeField label={t('inbox.code')} value={code} onChange={setCode} inputRef={field} takesFocus />
      </NewPasswordForm>
      <SandboxInbox className="mt-4" />
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 text-13">
        <Resend
          call={call}
          ask={() => client.call('auth.forgotPassword', { body: { email: props.email } })}
          from={props.again}
        />
        <button type="button" className={LINK_LINE} onClick={props.onBack}>
          {t('back')}
        </button>
      </div>
      <ProblemNote problem={call.problem} />
    </section>
  );
}
