import { CircleCheck, MailCheck, MailWarning } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import { STORED, writeStored } from '#web/api/stored.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { AuthFrame, Heading } from './auth-frame.tsx';
import { ProblemNote, SubmitButton } from './parts.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import { useAuthClient, useTarget } from './use-auth.ts';

/** The target of the link in the mail that confirms an address. Nothing happens before the press: mail scanners open links too. */
export function ActivateScreen() {
  const { t } = useTranslation('auth');
  const [query] = useSearchParams();
  const client = useAuthClient();
  const call = useCall();
  const target = useTarget();
  const [done, setDone] = useState(false);
  const token = query.get('token') ?? '';
  const confirm = async () => {
    if ((await call.run(() => client.call('auth.activate', { query: { token } }))) === null) return;
    writeStored(STORED.showVerification, null);
    setDone(true);
  };
  if (done) {
    return (
      <AuthFrame>
        <output>
          <Heading icon={<CircleCheck aria-hidden />} title={t('activate.done.title')} lead={t('activate.done.text')} />
        </output>
        <a href={target} className={`mt-6 ${buttonClass({ variant: 'primary', size: 'lg', wide: true })}`}>
          {t('go_on')}
        </a>
      </AuthFrame>
    );
  }
  if (token === '') {
    return (
      <AuthFrame>
        <Heading icon={<MailWarning aria-hidden />} title={t('reset.link.title')} lead={t('inbox.none')} />
        <a href={target} className={`mt-6 ${buttonClass({ variant: 'primary', size: 'lg', wide: true })}`}>
          {t('go_on')}
        </a>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame>
      <Heading icon={<MailCheck aria-hidden />} title={t('activate.title')} lead={t('activate.lead')} />
      <form
        className="mt-6 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <ProblemNote problem={call.problem} />
        <SubmitButton busy={call.busy}>{t('activate.press')}</SubmitButton>
      </form>
    </AuthFrame>
  );
}
