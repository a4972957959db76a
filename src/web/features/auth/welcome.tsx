import { MailCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { RESEND_MS, waitMs } from '#domain/waits.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { STORED, writeStored } from '#web/api/stored.ts';
import { SandboxInbox } from '#web/sandbox/sandbox-inbox.tsx';
import { useShell } from '#web/shell-context.ts';
import { Heading } from './auth-frame.tsx';
import { CodeField } from './code-field.tsx';
import { LINK_LINE, ProblemNote, SubmitButton } from './parts.tsx';
import { Resend } from './resend.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { useAuthClient } from './use-auth.ts';

/** After sign-up: the code of the mail that confirms the address, or later. */
export function Welcome({ email, onDone }: { readonly email: string; readonly onDone: () => void }) {
  const { t } = useTranslation('auth');
  const client = useAuthClient();
  const call = useCall();
  const { waits } = useShell().config;
  const [code, setCode] = useState('');
  // The account was opened just now, with a first mail.
  const [from] = useState(() => Date.now() + waitMs(RESEND_MS, waits));
  const field = useRef<HTMLInputElement>(null);
  const send = async (digits: string) => {
    if (call.busy) return;
    const answer = await call.run(() => client.call('auth.activate', { query: { code: digits } }));
    if (answer === null) {
      setCode('');
      field.current?.focus();
      return;
    }
    writeStored(STORED.showVerification, null);
    onDone();
  };
  const wrong = call.problem?.code === 'WrongDigits' ? t('twofa.wrong') : null;
  return (
    <section>
      <Heading icon={<MailCheck aria-hidden />} title={t('welcome.title')} lead={t('welcome.lead', { email })} />
      <form
        className="mt-6 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (code.length === 6) void send(code);
          else field.current?.focus();
        }}
      >
        <CodeField
          label={t('inbox.code')}
          value={code}
          onChange={setCode}
          onFull={(digits) => void send(digits)}
          problem={wrong}
          inputRef={field}
          takesFocus
        />
        <ProblemNote problem={wrong === null ? call.problem : null} />
        <SubmitButton busy={call.busy} missing={code.length === 6 ? null : t('need.code')}>
          {t('activate.press')}
        </SubmitButton>
      </form>
      <SandboxInbox className="mt-4" />
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 text-13">
        <Resend call={call} ask={() => client.call('auth.sendActivation')} from={from} />
        <button type="button" className={LINK_LINE} onClick={onDone}>
          {t('welcome.later')}
        </button>
      </div>
    </section>
  );
}
