import { CircleUser } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { CallAnswer, CallInput } from '#web/api/calls.ts';
import { isKnown } from '#web/api/known.ts';
import { visitOrigin } from '#web/api/origin.ts';
import { ChallengeNote } from '#web/challenge.tsx';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { AuthFrame, Heading } from './auth-frame.tsx';
import { CountryField, DeclarationLine, countryName, useRegions } from './country-fields.tsx';
import { isEmail } from './email.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { ForgotLink, LINK_OF_LABEL, ProblemNote, SubmitButton, useAuthHref } from './parts.tsx';
import { TermsLine } from './terms-line.tsx';
import { TwoStep } from './two-step.tsx';
import { Unavailable } from './unavailable.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { useAuthClient, useNewcomerClient, useSignedIn } from './use-auth.ts';
import type { SignedIn } from './use-auth.ts';

type Answer = CallAnswer<'factors.socialFinish'>;
type TelegramLogin = CallInput<'factors.telegram'>['body']['login'];
type Prove = Extract<Answer, { readonly next: 'prove' }>;
type SignUp = Extract<Answer, { readonly next: 'sign-up' }>;

/** Where a provider sends the browser back to: finishes the sign-in and asks for what is missing. */
export function SocialScreen() {
  const { t } = useTranslation('auth');
  const href = useAuthHref();
  const client = useAuthClient();
  const call = useCall();
  const keep = useSignedIn();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const begun = useRef(false);
  const { run } = call;
  const enter = (signedIn: SignedIn, to: string) => {
    keep(signedIn);
    location.replace(to);
  };
  useEffect(() => {
    // Once: what the provider sent counts a single time.
    if (begun.current) return;
    begun.current = true;
    const query = location.search.slice(1);
    const login = telegramLogin(location.hash);
    // Nobody sent the visitor here.
    if (query === '' && login === null) return location.replace(href('login'));
    const finish = () =>
      login === null
        ? client.call('factors.socialFinish', { body: { query } })
        : client.call('factors.telegram', { body: { login } });
    void run(finish).then((given) => {
      if (given === null) return;
      if ('accessToken' in given) {
        keep(given);
        location.replace(given.returnTo);
      } else if ('linked' in given) location.replace(given.returnTo);
      else setAnswer(given);
    });
  }, [client, run, keep, href]);
  if (answer !== null && 'otpToken' in answer) {
    return (
      <AuthFrame>
        <TwoStep
          otpToken={answer.otpToken}
          ways={answer.ways}
          rememberMe
          onSignedIn={(signedIn) => enter(signedIn, answer.returnTo)}
          onBack={() => location.assign(href('login'))}
        />
      </AuthFrame>
    );
  }
  if (answer !== null && 'next' in answer) {
    return (
      <AuthFrame>
        {answer.next === 'prove' ? (
          <ProveForm asked={answer} onAnswer={setAnswer} onSignedIn={enter} />
        ) : (
          <SignUpForm asked={answer} onSignedIn={enter} />
        )}
      </AuthFrame>
    );
  }
  // Who is signed in here came from the settings, to link.
  if (call.problem !== null && isKnown(document.cookie)) return <NotLinked code={call.problem.code} />;
  if (call.problem?.code === 'UserAlreadyExists') return <Taken email={call.problem.email} />;
  return (
    <AuthFrame>
      <Heading
        icon={<CircleUser aria-hidden />}
        title={call.problem === null ? t('working') : t('social.failed')}
        {...(call.problem === null || call.problem.code === 'IncorrectToken' ? {} : { lead: call.problem.text })}
      />
      <a href={href('login')} className={`mt-6 ${buttonClass({ size: 'lg', wide: true })}`}>
        {t('back')}
      </a>
    </AuthFrame>
  );
}

/** The address is an account's that cannot be linked: maybe somebody else opened it. A mail to the address decides whose it is. */
function Taken({ email }: { readonly email: string | null }) {
  const { t } = useTranslation('auth');
  const href = useAuthHref();
  return (
    <AuthFrame>
      <Heading
        icon={<CircleUser aria-hidden />}
        title={t('exists.title')}
        lead={
          <>
            {email === null ? null : <bdi className="font-540 text-text">{email}</bdi>}
            <span className="mt-1 block">{t('exists.text')}</span>
          </>
        }
      />
      <div className="mt-6 grid gap-2">
        <ForgotLink email={email} className={buttonClass({ variant: 'primary', size: 'lg', wide: true })}>
          {t('exists.reset')}
        </ForgotLink>
        <a href={href('login', { tab: 'login' })} className={buttonClass({ size: 'lg', wide: true })}>
          {t('back')}
        </a>
      </div>
    </AuthFrame>
  );
}

function NotLinked({ code }: { readonly code: string }) {
  const { t } = useTranslation('auth');
  const { config, locale } = useShell();
  return (
    <AuthFrame>
      <Heading
        icon={<CircleUser aria-hidden />}
        title={t('social.link_failed')}
        lead={t(code === 'UserAlreadyExists' ? 'social.link_taken' : 'social.link_again')}
      />
      <a
        href={link(config, 'dashboard', pathOf('settings-security', locale))}
        className={`mt-6 ${buttonClass({ size: 'lg', wide: true })}`}
      >
        {t('social.to_security')}
      </a>
    </AuthFrame>
  );
}

/** Telegram comes back with `#tgAuthResult=` and what it signed, as JSON in base64url; the server judges it. null: something else. */
function telegramLogin(hash: string): TelegramLogin | null {
  const coded = /^#tgAuthResult=([\w-]+=*)$/.exec(hash)?.[1];
  if (coded === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(coded.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes)) as TelegramLogin;
  } catch {
    return null;
  }
}

type Enter = (answer: SignedIn, to: string) => void;

/** The address of the other account has an account here: its password links them. */
function ProveForm(props: {
  readonly asked: Prove;
  readonly onAnswer: (answer: Answer) => void;
  readonly onSignedIn: Enter;
}) {
  const { t } = useTranslation('auth');
  const href = useAuthHref();
  const client = useAuthClient();
  const call = useCall();
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const submit = async () => {
    if (call.busy) return undefined;
    if (password === '') return field.current?.focus();
    const body = { ticket: props.asked.ticket, password };
    const answer = await call.run((proof) => client.call('factors.socialLink', { body: { ...body, ...proof } }));
    if (answer === null) return field.current?.focus();
    if ('accessToken' in answer) props.onSignedIn(answer, answer.returnTo);
    else props.onAnswer(answer);
    return undefined;
  };
  return (
    <section>
      <Heading
        title={t('login.title')}
        lead={
          <>
            <bdi className="font-540 text-text">{props.asked.email}</bdi>
            <span className="mt-1 block">{t('social.prove')}</span>
          </>
        }
      />
      <form
        className="mt-6 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <PasswordField
          ref={field}
          value={password}
          autoComplete="current-password"
          labelEnd={
            <a href={href('forgot')} className={LINK_OF_LABEL}>
              {t('auth.forgot')}
            </a>
          }
          onText={setPassword}
        />
        <ProblemNote problem={call.problem} />
        <ChallengeNote of={call.patience} />
        <SubmitButton busy={call.busy} missing={password === '' ? t('need.password') : null}>
          {t('auth.login')}
        </SubmitButton>
      </form>
    </section>
  );
}

/** Somebody new: where they live, and their address where the provider gave none. */
function SignUpForm(props: { readonly asked: SignUp; readonly onSignedIn: Enter }) {
  const { t } = useTranslation('auth');
  const client = useNewcomerClient();
  const call = useCall();
  const regions = useRegions();
  const [email, setEmail] = useState('');
  const [chosen, setCountry] = useState<string | null>(null);
  const [residency, setResidency] = useState<'on' | 'off'>('off');
  const [terms, setTerms] = useState<'on' | 'off'>('off');
  const country = chosen ?? regions?.country ?? '';
  const needsEmail = props.asked.email === null;
  if (regions?.regions.find((one) => one.code === country)?.restricted === true) {
    return <Unavailable country={countryName(regions, country)} onOther={() => setCountry('')} />;
  }
  // The first field that is missing, by its name, and what is said of it.
  const missing =
    needsEmail && !isEmail(email)
      ? (['email', t('need.email')] as const)
      : country === ''
        ? (['country', t('valid.country')] as const)
        : residency === 'off'
          ? (['residentDeclaration', t('need.residency')] as const)
          : terms === 'off'
            ? (['terms', t('need.terms')] as const)
            : null;
  const submit = async (form: HTMLFormElement) => {
    if (missing !== null) return form.querySelector<HTMLElement>(`[name=${missing[0]}]`)?.focus();
    const body = {
      ticket: props.asked.ticket,
      country,
      residentDeclaration: true as const,
      ...visitOrigin(location.search, document.cookie),
      ...(needsEmail ? { email: email.trim() } : {}),
    };
    const answer = await call.run((proof) => client.call('factors.socialComplete', { body: { ...body, ...proof } }));
    if (answer !== null) props.onSignedIn(answer, answer.returnTo);
    return undefined;
  };
  return (
    <section>
      <Heading title={t('social.country.title')} lead={t('social.country.lead')} />
      <form
        className="mt-6 grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        {needsEmail ? <EmailField value={email} valid={isEmail(email)} autoComplete="email" onText={setEmail} /> : null}
        <CountryField regions={regions} value={country} onChange={setCountry} />
        <DeclarationLine checked={residency === 'on'} onChange={setResidency} />
        <TermsLine checked={terms === 'on'} onChange={setTerms} />
        <ProblemNote problem={call.problem} />
        <ChallengeNote of={call.patience} />
        <SubmitButton busy={call.busy} missing={missing?.[1] ?? null}>
          {t('register.submit')}
        </SubmitButton>
      </form>
    </section>
  );
}
