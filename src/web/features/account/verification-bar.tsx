import { MailWarning } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useProfile } from '#web/api/profile.ts';
import { maskedEmail } from '#web/masked-email.ts';
import { PracticeInbox } from '#web/practice-inbox.tsx';
import { useShell } from '#web/shell-context.ts';
import { ResendButton } from './resend-button.tsx';

/** Below the header until the e-mail is confirmed: what is held back, and a new link. */
export function VerificationBar() {
  const { t } = useTranslation('account');
  const { page } = useShell();
  const { data: profile } = useProfile();
  // The account page has the same among what is still to do.
  if (profile === undefined || profile.verifications.email || page === 'account') return null;
  return (
    <section aria-label={t('bar.label')} className="border-b border-warn-line bg-warn-soft">
      <div className="page-x flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 text-13">
        <MailWarning aria-hidden className="size-4.5 shrink-0 text-warn max-sm:hidden" />
        <p className="min-w-56 flex-1 text-mut">
          <b className="text-text">{t('verify.confirm_email')}</b> {t('bar.text')}{' '}
          <bdi dir="ltr">{profile.email === null ? null : maskedEmail(profile.email)}</bdi> <PracticeInbox />
        </p>
        <ResendButton />
      </div>
    </section>
  );
}
