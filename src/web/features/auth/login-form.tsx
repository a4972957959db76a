import { Fingerprint } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import { visitOrigin } from '#web/api/origin.ts';
import { ChallengeNote } from '#web/challenge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Heading } from './auth-frame.tsx';
import { EmailField, PasswordField, TickLine } from './fields.tsx';
import { isEmail, useEmail } from './email.ts';
import { usePasskey } from './passkey.ts';
import { LINK_OF_LABEL, Or, ProblemNote, SubmitButton, useAuthHref } from './parts.tsx';
import { SocialButtons } from './social-buttons.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { useAuthClient } from './use-auth.ts';
import type { SignedIn } from './use-auth.ts';

/** What the second step of a login goes by. */
export interface SecondStep {
  readonly otpToken: string;
  readonly ways: Extract<CallAnswer<'auth.login'>, { readonly otpRequired: true }>['ways'];
  readonly rememberMe: boolean;
}

export interface LoginFormProps {
  readonly onSignedIn: (answer: SignedIn) => void;
  readonly onSecondStep: (step: SecondStep) => void;
}

/** E-mail and password, or a passkey, or an account elsewhere. */
export function LoginForm({ onSignedIn, onSecondStep }: LoginFormProps) {
  const { t } = useTranslation('auth');
  const href = useAuthHref();
  const client = useAuthClient();
  const call = useCall();
  const passkey = usePasskey(call);
  const [email, setEmail] = useEmail();
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState<'on' | 'off'>('on');
  const [pressed, setPressed] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const rememberMe = remember === 'on';

  const submit = async () => {
    setPressed(true);
    // Password managers may fill a field without an event: what stands in it counts.
    const typed = { email: emailField.current?.value ?? email, password: passwordField.current?.value ?? password };
    setEmail(typed.email);
    setPassword(typed.password);
    if (!isEmail(typed.email)) return emailField.current?.focus();
    if (typed.password === '') return passwordField.current?.focus();
    if (call.busy) return undefined;
    const origin = visitOrigin(location.search, document.cookie);
    const body = { ...typed, email: typed.email.trim(), rememberMe, ...origin };
    const answer = await call.run((proof) => client.call('auth.login', { body: { ...body, ...proof } }));
    if (answer === null) passwordField.current?.focus();
    else if ('otpRequired' in answer) onSecondStep({ otpToken: answer.otpToken, ways: answer.ways, rememberMe });
    else onSignedIn(answer);
    return undefined;
  };
  const emailWrong = (pressed && !isEmail(email)) || call.problem?.code === 'InvalidEmail';
  return (
    <section>
      <Heading title={t('login.title')} lead={t('login.lead')} />
      <form
        className="mt-6 grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <EmailField
          ref={emailField}
          value={email}
          autoComplete="username webauthn"
          problem={emailWrong ? t('valid.email') : null}
          onText={setEmail}
        />
        <PasswordField
          ref={passwordField}
          value={password}
          autoComplete="current-password"
          labelEnd={
            <a href={href('forgot')} className={LINK_OF_LABEL}>
              {t('auth.forgot')}
            </a>
          }
          problem={pressed && password === '' ? t('need.password') : null}
          onText={setPassword}
        />
        <TickLine checked={rememberMe} onChange={setRemember} name="rememberMe">
          {t('remember.days')}
        </TickLine>
        <ProblemNote problem={call.problem?.code === 'InvalidEmail' ? null : call.problem} />
        <ChallengeNote of={call.patience} />
        <SubmitButton busy={call.busy}>{t('auth.login')}</SubmitButton>
      </form>
      <Or>{t('or')}</Or>
      <div className="grid gap-2">
        <Button
          size="lg"
          variant="outline"
          wide
          aria-disabled={call.busy}
          onClick={() => void passkey({ rememberMe }).then((answer) => answer !== null && onSignedIn(answer))}
        >
          <Fingerprint aria-hidden className="size-4.5" />
          {t('passkey.use')}
        </Button>
        <SocialButtons rememberMe={rememberMe} />
      </div>
    </section>
  );
}
