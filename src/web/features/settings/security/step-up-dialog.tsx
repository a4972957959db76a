import { Fingerprint } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ApiError } from '#web/api/api-error.ts';
import { signalUnknown } from '#web/api/passkey-signals.ts';
import { useSession } from '#web/api/session.tsx';
import type { CallAnswer } from '#web/api/calls.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import type { Call } from '#web/ui/call/use-call.ts';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import { provePasskey } from './passkey.ts';
import { PasswordField } from './password-field.tsx';
import { useProofWords } from './proof-words.ts';

type Ask = CallAnswer<'factors.stepUpAsk'>;
type Method = Ask['methods'][number];

export interface StepUpDialogProps {
  readonly onAnswer: (proved: 'yes' | 'no') => void;
}

/** Proves the person again, by one of their own methods. Good for five minutes in this session. */
export function StepUpDialog({ onAnswer }: StepUpDialogProps) {
  const { t } = useTranslation(['settings', 'common']);
  const { client } = useSession();
  const [ask, setAsk] = useState<Ask | null>(null);
  const [chosen, setChosen] = useState<Method | null>(null);
  const call = useCall({ words: useProofWords() });
  const { run } = call;
  useEffect(() => {
    void run(() => client.call('factors.stepUpAsk')).then(setAsk);
  }, [client, run]);
  const method = chosen ?? ask?.methods[0] ?? null;
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onAnswer('no');
      }}
      title={t('step.title')}
      description={t('step.text')}
    >
      <div className="grid gap-4">
        {ask !== null && ask.methods.length > 1 ? (
          <Segments
            label={t('step.way')}
            value={method}
            onChange={(next) => {
              call.clear();
              setChosen(next);
            }}
            items={ask.methods.map((value) => ({ value, label: t(`step.${value}`) }))}
          />
        ) : null}
        {ask === null && call.problem === null ? <Skeleton className="h-24" /> : null}
        {ask === null || method === null ? <ProblemBox problem={call.problem} /> : null}
        {ask !== null && ask.methods.length === 0 ? <NoWay /> : null}
        {ask === null || method === null ? null : (
          <Prove key={method} ask={ask} method={method} call={call} onProved={() => onAnswer('yes')} />
        )}
      </div>
    </Sheet>
  );
}

/** Who came by social sign-in alone has nothing to confirm with: a password is set as a forgotten one is. */
function NoWay() {
  const { t } = useTranslation('settings');
  const { config, locale } = useShell();
  return (
    <>
      <p className="text-mut">{t('step.none')}</p>
      <a
        href={link(config, 'auth', pathOf('forgot', locale))}
        className={buttonClass({ variant: 'primary', size: 'lg', wide: true })}
      >
        {t('password.set')}
      </a>
    </>
  );
}

interface ProveProps {
  readonly ask: Ask;
  readonly method: Method;
  readonly onProved: () => void;
  readonly call: Call;
}

function Prove({ ask, method, call, onProved }: ProveProps) {
  const { t } = useTranslation(['settings', 'common']);
  const { client } = useSession();
  const [kind, setKind] = useState<CodeKind>(method === 'recovery' ? 'recovery' : 'app');
  const form = useForm({
    start: { proof: '' },
    call,
    missing: ({ proof }) => {
      const says = missingOf({ method, kind, text: proof });
      return says === null ? null : { name: 'proof', says: t(says) };
    },
    send: ({ proof }) => prove(proof),
  });
  const prove = async (value: string) => {
    if (call.busy) return null;
    const proved = await call.run(async (proof) => {
      const passkey = method === 'passkey' ? await provePasskey(ask.passkey) : null;
      const body = passkey !== null ? { passkey } : method === 'password' ? { password: value } : { otp: value };
      try {
        return await client.call('factors.stepUp', { body: { ...body, ...proof } });
      } catch (error) {
        if (passkey !== null && error instanceof ApiError && error.code === 'PasskeyUnknown') {
          signalUnknown(ask.passkey?.['rpId'], passkey.id);
        }
        throw error;
      }
    });
    if (proved === null) form.set('proof', '');
    else onProved();
    return proved;
  };
  const text = form.values.proof;
  const put = (next: string) => form.set('proof', next);
  return (
    <Form form={form}>
      {method === 'password' ? (
        <PasswordField label={t('auth.password')} autoComplete="current-password" {...form.field('proof')} />
      ) : null}
      {method === 'recovery' ? <RecoveryField text={text} onText={put} /> : null}
      {method === 'otp' ? (
        <Code kind={kind} onKind={setKind} text={text} onText={put} onFull={(code) => void prove(code)} />
      ) : null}
      <FormEnd
        form={form}
        says={
          method === 'passkey' ? (
            <>
              <Fingerprint aria-hidden className="size-5" />
              {t('step.use_passkey')}
            </>
          ) : (
            t('btn.confirm')
          )
        }
        busy={t(method === 'passkey' ? 'step.use_passkey' : 'checking')}
      />
    </Form>
  );
}

/** What the button says while the proof is missing; null: nothing is. */
function missingOf({
  method,
  kind,
  text,
}: {
  readonly method: Method;
  readonly kind: CodeKind;
  readonly text: string;
}) {
  if (method === 'passkey') return null;
  if (method === 'password') return text === '' ? 'password.missing_current' : null;
  if (kind === 'recovery') return text === '' ? 'step.missing_recovery' : null;
  return text.length < 6 ? 'otp.missing' : null;
}

type CodeKind = 'app' | 'recovery';

interface CodeProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onFull: (code: string) => void;
}

function RecoveryField({ text, onText }: Omit<CodeProps, 'onFull'>) {
  const { t } = useTranslation('settings');
  return (
    <Field
      name="proof"
      label={t('step.recovery')}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      maxLength={20}
      value={text}
      onChange={(event) => onText(event.currentTarget.value.trim())}
    />
  );
}

/** The code of the app, or a recovery code where the phone is away. */
function Code({
  kind,
  onKind,
  text,
  onText,
  onFull,
}: CodeProps & { readonly kind: CodeKind; readonly onKind: (kind: CodeKind) => void }) {
  const { t } = useTranslation('settings');
  const turn = () => {
    onText('');
    onKind(kind === 'app' ? 'recovery' : 'app');
  };
  return (
    <div className="grid justify-items-start gap-2 [&>div]:w-full">
      {kind === 'app' ? (
        <CodeField name="proof" label={t('otp.code')} value={text} onChange={onText} onFull={onFull} />
      ) : (
        <RecoveryField text={text} onText={onText} />
      )}
      <Button size="sm" variant="ghost" className="-ms-3" onClick={turn}>
        {kind === 'app' ? t('step.use_recovery') : t('step.use_app')}
      </Button>
    </div>
  );
}
