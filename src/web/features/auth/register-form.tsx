import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import { originOf, visitOrigin } from '#web/api/origin.ts';
import { ChallengeNote } from '#web/challenge.tsx';
import { Heading } from './auth-frame.tsx';
import { CountryField, DeclarationLine, countryName, useRegions } from './country-fields.tsx';
import { isEmail, useEmail } from './email.ts';
import { BigField, EmailField } from './fields.tsx';
import { LINK_LINE, ProblemNote, SubmitButton } from './parts.tsx';
import { NewPasswordField, missingRules } from './password-rules.tsx';
import { SocialButtons } from './social-buttons.tsx';
import { TermsLine } from './terms-line.tsx';
import { Unavailable } from './unavailable.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { useNewcomerClient } from './use-auth.ts';
import type { SignedIn } from './use-auth.ts';

type Missing =
  | 'email'
  | 'length'
  | 'lower'
  | 'upper'
  | 'digit'
  | 'special'
  | 'common'
  | 'country'
  | 'residency'
  | 'terms';

/** What the main button says while things are missing: the one, or how many. */
function useMissingText(missing: readonly Missing[]): string | null {
  const { t } = useTranslation('auth');
  const [first] = missing;
  if (first === undefined) return null;
  if (missing.length > 2) return t('need.many', { count: missing.length });
  return first === 'country' ? t('valid.country') : t(`need.${first}`);
}

/** Everything of the form, and what is missing of it in the order of the fields. */
function useDraft() {
  const [query] = useSearchParams();
  const regions = useRegions();
  const [email, setEmail] = useEmail();
  const [password, setPassword] = useState('');
  const [chosen, setCountry] = useState<string | null>(null);
  const [residency, setResidency] = useState<'on' | 'off'>('off');
  const [terms, setTerms] = useState<'on' | 'off'>('off');
  const [referral, setReferral] = useState(originOf(query).referral ?? '');
  const country = chosen ?? regions?.country ?? '';
  const missing: readonly Missing[] = [
    ...(isEmail(email) ? [] : (['email'] as const)),
    ...missingRules(password, email).slice(0, 1),
    ...(country === '' ? (['country'] as const) : []),
    ...(residency === 'on' ? [] : (['residency'] as const)),
    ...(terms === 'on' ? [] : (['terms'] as const)),
  ];
  return {
    values: { email, password, country, residency, terms, referral },
    set: {
      email: setEmail,
      password: setPassword,
      country: setCountry,
      residency: setResidency,
      terms: setTerms,
      referral: setReferral,
    },
    regions,
    restricted: regions?.regions.find((one) => one.code === country)?.restricted === true,
    missing,
  };
}

type Draft = ReturnType<typeof useDraft>;

export interface RegisterFormProps {
  readonly onSignedIn: (answer: SignedIn, email: string) => void;
  /** The address has an account. */
  readonly onLogin: () => void;
}

/** A new account. A country that is not served swaps the form for a page that says so, before anything is sent. */
export function RegisterForm({ onSignedIn, onLogin }: RegisterFormProps) {
  const draft = useDraft();
  const { values, regions } = draft;
  const [refused, setRefused] = useState<string | null>(null);
  const restricted = draft.restricted ? values.country : refused;
  if (restricted !== null && values.country === restricted) {
    return (
      <Unavailable
        country={countryName(regions, restricted)}
        onOther={() => {
          setRefused(null);
          draft.set.country('');
        }}
      />
    );
  }
  return <Form draft={draft} onSignedIn={onSignedIn} onLogin={onLogin} onRefused={() => setRefused(values.country)} />;
}

function Form(props: RegisterFormProps & { readonly draft: Draft; readonly onRefused: () => void }) {
  const { t } = useTranslation('auth');
  const { values, set, missing, regions } = props.draft;
  const client = useNewcomerClient();
  const call = useCall();
  const [pressed, setPressed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const refused = call.problem?.code === 'RegionNotServed';
  const { onRefused } = props;
  useEffect(() => {
    if (refused) onRefused();
  }, [refused, onRefused]);
  const focus = (what: Missing) => {
    const name = { country: 'country', residency: 'residentDeclaration', terms: 'terms', email: 'email' }[
      what as 'email'
    ];
    const field = form.current?.elements.namedItem(name ?? 'password');
    if (field instanceof HTMLElement) field.focus();
  };
  const submit = async () => {
    setPressed(true);
    const [first] = missing;
    if (first !== undefined) return focus(first);
    const origin = visitOrigin(location.search, document.cookie);
    const referral = values.referral.trim();
    const body = {
      email: values.email.trim(),
      password: values.password,
      country: values.country,
      residentDeclaration: true as const,
      ...origin,
      ...(referral === '' ? {} : { referral }),
    };
    const answer = await call.run((proof) => client.call('auth.registration', { body: { ...body, ...proof } }));
    if (answer !== null) props.onSignedIn(answer, body.email);
    return undefined;
  };
  const fault = call.problem?.fields['password'];
  const emailWrong = (pressed && !isEmail(values.email)) || call.problem?.code === 'InvalidEmail';
  const missingText = useMissingText(missing);
  return (
    <section>
      <Heading title={t('register.title')} lead={t('register.lead')} />
      <form
        ref={form}
        className="mt-6 grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <EmailField
          value={values.email}
          valid={isEmail(values.email)}
          autoComplete="username"
          problem={emailWrong ? t('valid.email') : null}
          onText={set.email}
        />
        <NewPasswordField
          value={values.password}
          email={values.email}
          shown
          problem={fault === 'common' ? t('need.common') : null}
          onChange={set.password}
        />
        <CountryField
          regions={regions}
          value={values.country}
          problem={pressed && values.country === '' ? t('valid.country') : null}
          onChange={set.country}
        />
        <DeclarationLine checked={values.residency === 'on'} onChange={set.residency} />
        <TermsLine checked={values.terms === 'on'} onChange={set.terms} />
        <ProblemNote
          problem={emailWrong || refused ? null : call.problem}
          {...(call.problem?.code === 'UserAlreadyExists'
            ? {
                action: (
                  <button type="button" className={LINK_LINE} onClick={props.onLogin}>
                    {t('exists.login')}
                  </button>
                ),
              }
            : {})}
        />
        <ChallengeNote of={call.patience} />
        <SubmitButton busy={call.busy} missing={missingText}>
          {t('register.submit')}
        </SubmitButton>
        <Referral value={values.referral} onChange={set.referral} />
      </form>
      <div className="mt-4 grid gap-2">
        <SocialButtons rememberMe />
      </div>
    </section>
  );
}

function Referral(props: { readonly value: string; readonly onChange: (text: string) => void }) {
  const { t } = useTranslation('auth');
  const [open, setOpen] = useState(props.value !== '');
  if (!open) {
    return (
      <button type="button" className={`${LINK_LINE} justify-self-center text-13`} onClick={() => setOpen(true)}>
        {t('referral.add')}
      </button>
    );
  }
  return (
    <BigField
      label={t('referral.label')}
      name="referral"
      autoComplete="off"
      spellCheck={false}
      maxLength={64}
      dir="ltr"
      value={props.value}
      onText={props.onChange}
    />
  );
}
