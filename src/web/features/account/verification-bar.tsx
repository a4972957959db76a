import { MailWarning } from 'lucide-react';
import { Link } from 'react-router';
import { isStaff } from '#domain/identity/policy.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useProfile } from '#web/api/profile.ts';
import { maskedEmail } from '#web/email/masked-email.ts';
import { SandboxInbox } from '#web/sandbox/sandbox-inbox.tsx';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { cx } from '#web/ui/cx.ts';
import { ResendButton } from './resend-button.tsx';

/** Seen only where the e-mail of whoever signed in was not confirmed yet (`data-unconfirmed` of <html>, set before the first paint). */
const WHILE_UNKNOWN = '[:root:not([data-unconfirmed])_&]:hidden';

/**
 * Below the header until the e-mail is confirmed: what is held back, and a new link. Until the profile is there it takes its room
 * where it is expected, so that the page does not jump.
 */
export function VerificationBar() {
  const { t } = useTranslation('account');
  const { config, locale, page } = useShell();
  const { data: profile } = useProfile();
  // These pages have the same among what is still to do.
  if (profile?.verifications.email === true || page === 'account' || page === 'verification') return null;
  const isUnknown = profile === undefined;
  const email = isUnknown ? '•@•' : profile.email;
  return (
    <section
      aria-label={t('bar.label')}
      aria-hidden={isUnknown}
      className={cx('border-b border-warn-line bg-warn-soft', isUnknown && WHILE_UNKNOWN)}
    >
      <div
        className={cx('page-x flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 text-13', isUnknown && 'invisible')}
      >
        <MailWarning aria-hidden className="size-4.5 shrink-0 text-warn max-sm:hidden" />
        <p className="min-w-56 flex-1 text-mut">
          <b className="text-text">{t('verify.confirm_email')}</b> {t('bar.text')}{' '}
          <bdi dir="ltr" className="max-md:block max-md:truncate rtl:max-md:text-end">
            {email === null ? null : maskedEmail(email)}
          </bdi>{' '}
          {profile !== undefined && isStaff(profile.role) ? null : (
            <Link
              to={link(config, 'dashboard', pathOf('verification', locale))}
              className="inline-flex min-h-6 items-center font-540 text-brand-text hover:underline"
            >
              {t('kyc.title')}
            </Link>
          )}{' '}
          <SandboxInbox />
        </p>
        <ResendButton />
      </div>
    </section>
  );
}
