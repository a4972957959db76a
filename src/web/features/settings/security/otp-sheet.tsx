import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';
import { ProblemBox } from '#web/ui/call/problem-box.tsx';
import { useCall, useSend } from '#web/ui/call/use-call.ts';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { Form, FormEnd } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { CopyButton } from '../copy-button.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Secret = CallAnswer<'factors.otpGenerate'>;

/** Three steps: scan or type the secret, prove it by a code, keep the recovery codes. */
export function OtpSheet({ onClose, onChanged }: { readonly onClose: () => void; readonly onChanged: () => void }) {
  const { t } = useTranslation('settings');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Sheet
      open
      // The codes are shown only now: a slip of the finger must not lose them.
      {...(codes === null ? { onOpenChange: onClose } : {})}
      title={codes === null ? t('otp.title') : t('recovery.title')}
      description={codes === null ? t('otp.text') : t('recovery.text')}
    >
      {codes === null ? (
        <Scan
          onClose={onClose}
          onProved={(list) => {
            setCodes(list);
            onChanged();
          }}
        />
      ) : (
        <RecoveryCodes codes={codes} onDone={onClose} />
      )}
    </Sheet>
  );
}

/** One secret an opening, for each call makes another. `onClosed`: the step-up for it was closed. */
function useSecret(onClosed: () => void) {
  const { client } = useSession();
  const call = useCall({ onClosed });
  const [secret, setSecret] = useState<Secret | null>(null);
  const begun = useRef(false);
  const { run } = call;
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void run(() => client.call('factors.otpGenerate')).then(setSecret);
  }, [client, run]);
  return { secret, problem: call.problem };
}

function Scan(props: { readonly onClose: () => void; readonly onProved: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('settings');
  const { secret, problem } = useSecret(props.onClose);
  const call = useSend('factors.otpVerify');
  const form = useForm({
    start: { code: '' },
    call,
    missing: ({ code }) => (code.length < 6 ? { name: 'code', says: t('otp.missing') } : null),
    send: ({ code }) => prove(code),
  });
  const prove = async (token: string) => {
    if (call.busy) return null;
    const answer = await call.send({ body: { token } });
    if (answer === null) form.set('code', '');
    else if ('recoveryCodes' in answer) props.onProved(answer.recoveryCodes);
    return answer;
  };
  if (secret === null) return problem === null ? <Skeleton className="h-72" /> : <ProblemBox problem={problem} />;
  return (
    <Form form={form}>
      <div className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center">
        <img
          src={secret.qr}
          alt={t('otp.qr')}
          width={168}
          height={168}
          className="size-42 justify-self-center rounded-field bg-[#fff] p-2"
        />
        <div className="min-w-0">
          <p className="text-13 text-mut">{t('otp.type')}</p>
          <p dir="ltr" className="mt-1.5 font-mono text-14 break-all select-all">
            {secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </p>
          <CopyButton text={secret.secret} className="mt-2" />
        </div>
      </div>
      <CodeField
        name="code"
        label={t('otp.code')}
        {...form.choice('code')}
        onFull={(full) => void prove(full)}
        problem={call.problem !== null}
      />
      <FormEnd form={form} says={t('otp.turn_on')} busy={t('checking')} />
    </Form>
  );
}
