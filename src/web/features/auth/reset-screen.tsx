import { KeyRound, MailWarning } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { AuthFrame, Heading } from './auth-frame.tsx';
import { NewPasswordForm, PasswordChanged } from './new-password.tsx';
import { useAuthHref } from './parts.tsx';

/** The target of the link in the mail of a forgotten password. Opening it changes nothing. */
export function ResetScreen() {
  const { t } = useTranslation('auth');
  const href = useAuthHref();
  const [query] = useSearchParams();
  const [done, setDone] = useState(false);
  const token = query.get('token') ?? '';
  if (done) {
    return (
      <AuthFrame>
        <PasswordChanged />
      </AuthFrame>
    );
  }
  if (token === '') {
    return (
      <AuthFrame>
        <Heading icon={<MailWarning aria-hidden />} title={t('reset.link.title')} lead={t('reset.link.text')} />
        <a href={href('forgot')} className={`mt-6 ${buttonClass({ variant: 'primary', size: 'lg', wide: true })}`}>
          {t('forgot.send')}
        </a>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame>
      <Heading icon={<KeyRound aria-hidden />} title={t('reset.title')} lead={t('reset.lead')} />
      <NewPasswordForm proof={{ token }} missing={null} onDone={() => setDone(true)} />
    </AuthFrame>
  );
}
