import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';
import { useStepUp } from '#web/step-up-context.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { focusPart } from '#web/ui/focus-part.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Problem, useProblem } from '../problem.tsx';
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

function useSecret(input: { readonly onClose: () => void; readonly onProblem: (error: unknown) => void }) {
  const { client } = useSession();
  const guard = useStepUp();
  const [secret, setSecret] = useState<Secret | null>(null);
  const { onClose, onProblem } = input;
  useEffect(() => {
    let gone = false;
    guard(() => client.call('factors.otpGenerate')).then(
      (made) => {
        if (!gone) setSecret(made);
      },
      (error: unknown) => {
        if (gone) return;
        if (error instanceof Error && 'code' in error && error.code === 'StepUpRequired') onClose();
        else onProblem(error);
      },
    );
    return () => {
      gone = true;
    };
    // Once an opening: each call makes another secret.
  }, [client, guard, onClose, onProblem]);
  return secret;
}

function Scan(props: { readonly onClose: () => void; readonly onProved: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('settings');
  const { client } = useSession();
  const guard = useStepUp();
  const problem = useProblem();
  const secret = useSecret({ onClose: props.onClose, onProblem: problem.show });
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const prove = async (token: string) => {
    if (busy) return;
    setBusy(true);
    problem.clear();
    try {
      const answer = await guard(() => client.call('factors.otpVerify', { body: { token } }));
      if ('recoveryCodes' in answer) props.onProved(answer.recoveryCodes);
    } catch (error) {
      setCode('');
      problem.show(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length < 6) focusPart(event.currentTarget, 'code');
    else void prove(code);
  };
  if (secret === null) return problem.error === null ? <Skeleton className="h-72" /> : <Problem of={problem} />;
  return (
    <form className="grid gap-4" onSubmit={submit}>
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
        value={code}
        onChange={setCode}
        onFull={(full) => void prove(full)}
        problem={problem.error !== null}
      />
      <Problem of={problem} />
      <Button type="submit" variant="primary" size="lg" wide aria-disabled={code.length < 6 || busy}>
        {busy ? t('checking') : code.length < 6 ? t('otp.missing') : t('otp.turn_on')}
      </Button>
    </form>
  );
}
