import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useNavigate, useSearchParams } from 'react-router';
import { createClient } from '#web/api/client.ts';
import { isKnown, tellKnown } from '#web/api/known.ts';
import { realSession } from '#web/api/tabs/real-session.ts';
import { useApiHost } from '#web/api/session.tsx';
import { STORED, readStored, writeStored } from '#web/api/stored.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useShell } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Banner } from '#web/ui/states.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { countryName, useRegions } from './country-fields.tsx';
import { LoginForm } from './login-form.tsx';
import type { SecondStep } from './login-form.tsx';
import { useAuthHref } from './parts.tsx';
import { notedCountry } from './region-note.ts';
import { RegisterForm } from './register-form.tsx';
import { TwoStep } from './two-step.tsx';
import { useSignedIn, useTargetOf } from './use-auth.ts';
import type { SignedIn } from './use-auth.ts';
import { Welcome } from './welcome.tsx';

type Tab = 'login' | 'register';
type Step =
  | { readonly kind: 'form' }
  | ({ readonly kind: 'code' } & SecondStep)
  | { readonly kind: 'welcome'; readonly email: string };

/** Somebody who is signed in already goes on to where they wanted to go. */
function useAlready(target: string): void {
  const { config, locale } = useShell();
  const host = useApiHost();
  useEffect(() => {
    if (!isKnown(document.cookie)) return;
    const client = createClient({
      host,
      language: LOCALE_FACTS[locale].lang,
      token: () => null,
      renew: () => Promise.resolve(null),
    });
    realSession()
      .renew(() => client.call('auth.refresh').then((answer) => answer.accessToken))
      .then(
        () => location.replace(target),
        () => tellKnown(config, 'out'),
      );
  }, [config, locale, host, target]);
}

/** The visitor seems to be where we serve nobody: said once, before they type. */
function RegionNote() {
  const { t } = useTranslation('auth');
  const regions = useRegions();
  const [accepted, setAccepted] = useState<string | null>(null);
  const country = notedCountry(regions, accepted ?? readStored(STORED.loginRegion));
  if (country === null) return null;
  return (
    <Banner
      tone="warn"
      className="mt-5 flex-wrap"
      action={
        <Button
          size="sm"
          onClick={() => {
            writeStored(STORED.loginRegion, country);
            setAccepted(country);
          }}
        >
          {t('region.accept')}
        </Button>
      }
    >
      {t('region.text', { country: countryName(regions, country) })}
    </Banner>
  );
}

/** Two links that look like a switch: they work before the page's code is there. */
function Tabs(props: { readonly now: Tab; readonly onTab: (tab: Tab) => void }) {
  const { t } = useTranslation('auth');
  const href = useAuthHref();
  const names = { login: t('auth.login'), register: t('auth.sign_up') };
  return (
    <nav aria-label={t('tabs')} className="mb-6 flex rounded-field bg-s2 p-[3px] md:mb-7">
      {(['login', 'register'] as const).map((tab) => (
        <a
          key={tab}
          href={href('login', { tab })}
          aria-current={tab === props.now ? 'page' : undefined}
          className="flex min-h-9 flex-1 items-center justify-center rounded-btn px-2.5 text-center font-540 text-mut hover:text-text aria-[current]:bg-s3 aria-[current]:text-text pointer-coarse:min-h-11"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            props.onTab(tab);
          }}
        >
          {names[tab]}
        </a>
      ))}
    </nav>
  );
}

/** Log in and sign up, and the steps that may follow. `first`: the tab the address asks for. */
export function LoginScreen({ first }: { readonly first: Tab }) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ kind: 'form' });
  const targetOf = useTargetOf();
  const target = targetOf();
  const keep = useSignedIn();
  const asked = query.get('tab');
  const tab: Tab = asked === 'register' || asked === 'login' ? asked : first;
  useAlready(target);
  const toTab = (next: Tab) => {
    const to = new URLSearchParams(query);
    to.set('tab', next);
    void navigate(`?${to.toString()}`, { replace: true, preventScrollReset: true });
  };
  const enter = (answer: SignedIn) => {
    keep(answer);
    location.assign(targetOf(answer.user.role));
  };
  return (
    <AuthFrame>
      {step.kind === 'form' ? (
        <>
          <Tabs now={tab} onTab={toTab} />
          {tab === 'login' ? (
            <>
              <LoginForm onSignedIn={enter} onSecondStep={(next) => setStep({ kind: 'code', ...next })} />
              <RegionNote />
            </>
          ) : (
            <RegisterForm
              onLogin={() => toTab('login')}
              onSignedIn={(answer, email) => {
                keep(answer);
                setStep({ kind: 'welcome', email });
              }}
            />
          )}
        </>
      ) : null}
      {step.kind === 'code' ? (
        <TwoStep
          otpToken={step.otpToken}
          ways={step.ways}
          rememberMe={step.rememberMe}
          onSignedIn={enter}
          onBack={() => setStep({ kind: 'form' })}
        />
      ) : null}
      {step.kind === 'welcome' ? <Welcome email={step.email} onDone={() => location.assign(target)} /> : null}
    </AuthFrame>
  );
}
