import { Fingerprint, KeyRound, ShieldCheck, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Heading } from './auth-frame.tsx';
import { CodeField } from './code-field.tsx';
import { BigField } from './fields.tsx';
import type { SecondStep } from './login-form.tsx';
import { LINK_LINE, Or, ProblemNote, SubmitButton } from './parts.tsx';
import { usePasskey } from './passkey.ts';
import { useCall } from '#web/ui/call/use-call.ts';
import { useAuthClient } from './use-auth.ts';
import type { Call } from '#web/ui/call/use-call.ts';
import type { SignedIn } from './use-auth.ts';

export interface TwoStepProps extends SecondStep {
  readonly onSignedIn: (answer: SignedIn) => void;
  /** The second step is over or not wanted: back to the form. */
  readonly onBack: () => void;
}

type Way = SecondStep['ways'][number];

const ICONS: Readonly<Record<Way, ReactNode>> = {
  otp: <Smartphone aria-hidden className="size-4.5" />,
  passkey: <Fingerprint aria-hidden className="size-4.5" />,
  recovery: <KeyRound aria-hidden className="size-4.5" />,
};

/** The second step of a login, by what the person has: a code of the app, a passkey, a recovery code. The server names the first choice first. */
export function TwoStep(props: TwoStepProps) {
  const { t } = useTranslation('auth');
  const { config } = useShell();
  const call = useCall();
  const passkey = usePasskey(call);
  const [way, setWay] = useState<Way>(props.ways[0] ?? 'recovery');
  const names = { otp: t('twofa.app'), passkey: t('auth.passkey'), recovery: t('twofa.recovery') };
  const titles = { otp: t('twofa.title'), passkey: t('twofa.passkey.title'), recovery: t('twofa.recovery.title') };
  const leads = {
    otp: t('twofa.lead', { brand: config.brand }),
    passkey: t('twofa.passkey.lead'),
    recovery: t('twofa.recovery.lead'),
  };
  const byPasskey = () => void passkey(props).then((answer) => answer !== null && props.onSignedIn(answer));
  const turn = (next: Way) => {
    call.clear();
    setWay(next);
    // The browser asks at once: nothing is to be typed.
    if (next === 'passkey') byPasskey();
  };
  const others = props.ways.filter((one) => one !== way);
  return (
    <section>
      <Heading icon={<ShieldCheck aria-hidden />} title={titles[way]} lead={leads[way]} />
      {way === 'passkey' ? (
        <div className="mt-6 grid gap-4">
          <ProblemNote problem={call.problem} />
          <Button variant="primary" size="lg" wide aria-disabled={call.busy} onClick={byPasskey}>
            {call.busy ? null : ICONS.passkey}
            {t(call.busy ? 'working' : 'passkey.use')}
          </Button>
        </div>
      ) : (
        <CodeForm key={way} {...props} way={way} call={call} />
      )}
      {others.length === 0 ? null : (
        <>
          <Or>{t(props.ways.includes('otp') ? 'twofa.lost' : 'twofa.passkey.lost')}</Or>
          <div className={`grid gap-2 ${others.length > 1 ? 'grid-cols-2' : ''}`}>
            {others.map((one) => (
              <Button key={one} size="lg" variant="outline" aria-disabled={call.busy} onClick={() => turn(one)}>
                {ICONS[one]}
                {names[one]}
              </Button>
            ))}
          </div>
        </>
      )}
      <p className="mt-5 text-13">
        <button type="button" className={LINK_LINE} onClick={props.onBack}>
          {t('back')}
        </button>
      </p>
    </section>
  );
}

const WANTED = { otp: /^\d{6}$/, recovery: /^\S.{4,}\S$/ } as const;

/** Six digits of the app, the last of which sends; or one of the recovery codes. */
function CodeForm(props: TwoStepProps & { readonly way: keyof typeof WANTED; readonly call: Call }) {
  const { t } = useTranslation('auth');
  const { way, call } = props;
  const client = useAuthClient();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const whole = WANTED[way].test(code.trim());
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
  const wrong = call.problem?.code === 'OTPInvalid' ? t('twofa.wrong') : null;
  return (
    <form
      className="mt-6 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (whole) void send(code);
        else field.current?.focus();
      }}
    >
      {way === 'otp' ? (
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
        <RecoveryField value={code} problem={wrong} inputRef={field} onText={setCode} />
      )}
      <ProblemNote problem={wrong === null ? call.problem : null} />
      <SubmitButton busy={call.busy} missing={whole || way === 'recovery' ? null : t('need.code')}>
        {t('auth.login')}
      </SubmitButton>
    </form>
  );
}

interface RecoveryFieldProps {
  readonly value: string;
  readonly problem: string | null;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly onText: (text: string) => void;
}

function RecoveryField({ value, problem, inputRef, onText }: RecoveryFieldProps) {
  const { t } = useTranslation('auth');
  return (
    <BigField
      ref={inputRef}
      label={t('twofa.recovery')}
      icon={<KeyRound aria-hidden />}
      value={value}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      dir="ltr"
      problem={problem}
      onText={onText}
    />
  );
}
