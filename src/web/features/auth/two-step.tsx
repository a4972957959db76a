import { Fingerprint, KeyRound, ShieldCheck, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Heading } from './auth-frame.tsx';
import { CodeField } from './code-field.tsx';
import { BigField } from './fields.tsx';
import { LINK, Or, ProblemNote, SubmitButton } from './parts.tsx';
import { usePasskey } from './passkey.ts';
import { useAuthClient, useCall } from './use-auth.ts';
import type { SignedIn } from './use-auth.ts';

export interface TwoStepProps {
  readonly otpToken: string;
  readonly rememberMe: boolean;
  readonly onSignedIn: (answer: SignedIn) => void;
  /** The second step is over or not wanted: back to the form. */
  readonly onBack: () => void;
}

/** The second step of a login: a code of the app, a recovery code, or a passkey. */
export function TwoStep(props: TwoStepProps) {
  const { t } = useTranslation('auth');
  const { config } = useShell();
  const client = useAuthClient();
  const call = useCall();
  const passkey = usePasskey(call);
  const [way, setWay] = useState<'app' | 'recovery'>('app');
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const wanted = way === 'app' ? /^\d{6}$/ : /^\S.{4,}\S$/;

  const send = async (token: string) => {
    if (call.busy) return;
    const body = { token: token.trim(), otpToken: props.otpToken };
    const answer = await call.run(() => client.call('factors.otpVerify', { body }));
    if (answer !== null && 'accessToken' in answer) props.onSignedIn(answer);
    else {
      setCode('');
      field.current?.focus();
    }
  };
  const change = (next: typeof way) => {
    setWay(next);
    setCode('');
    call.clear();
  };
  const wrong = call.problem?.code === 'OTPInvalid' ? t('twofa.wrong') : null;
  return (
    <section>
      <Heading
        icon={<ShieldCheck aria-hidden />}
        title={way === 'app' ? t('twofa.title') : t('twofa.recovery.title')}
        lead={way === 'app' ? t('twofa.lead', { brand: config.brand }) : t('twofa.recovery.lead')}
      />
      <form
        className="mt-6 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted.test(code.trim())) void send(code);
          else field.current?.focus();
        }}
      >
        {way === 'app' ? (
          <div>
            <CodeField
              value={code}
              onChange={setCode}
              onFull={(digits) => void send(digits)}
              problem={wrong}
              inputRef={field}
              takesFocus
            />
            <p className="mt-3 text-13 text-mut">{t('twofa.sends')}</p>
          </div>
        ) : (
          <BigField
            ref={field}
            label={t('twofa.recovery')}
            icon={<KeyRound aria-hidden />}
            value={code}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            dir="ltr"
            problem={wrong}
            onText={setCode}
          />
        )}
        <ProblemNote problem={wrong === null ? call.problem : null} />
        <SubmitButton busy={call.busy} missing={wanted.test(code.trim()) || way === 'recovery' ? null : t('need.code')}>
          {t('auth.login')}
        </SubmitButton>
      </form>
      <Or>{t('twofa.lost')}</Or>
      <div className="grid grid-cols-2 gap-2">
        <Button
          size="lg"
          variant="outline"
          aria-disabled={call.busy}
          onClick={() => void passkey(props).then((answer) => answer !== null && props.onSignedIn(answer))}
        >
          <Fingerprint aria-hidden className="size-4.5" />
          {t('auth.passkey')}
        </Button>
        {way === 'app' ? (
          <Button size="lg" variant="outline" onClick={() => change('recovery')}>
            <KeyRound aria-hidden className="size-4.5" />
            {t('twofa.recovery')}
          </Button>
        ) : (
          <Button size="lg" variant="outline" onClick={() => change('app')}>
            <Smartphone aria-hidden className="size-4.5" />
            {t('twofa.app')}
          </Button>
        )}
      </div>
      <p className="mt-5 text-13">
        <button type="button" className={`${LINK} min-h-6`} onClick={props.onBack}>
          {t('back')}
        </button>
      </p>
    </section>
  );
}
