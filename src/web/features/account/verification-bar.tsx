import { FileWarning, MailWarning } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isStaff } from '#domain/identity/policy.ts';
import { STORED, writeStored } from '#web/api/stored.ts';
import { useProfile, type Profile } from '#web/api/profile.ts';
import { maskedEmail } from '#web/email/masked-email.ts';
import { useDecisions, useDocuments } from '#web/documents/use-documents.ts';
import { wantedOf } from '#web/documents/wanted.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { SandboxInbox } from '#web/sandbox/sandbox-inbox.tsx';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ResendButton } from './resend-button.tsx';

/** Seen only where something was still to be confirmed when this browser last knew (`data-unconfirmed` of <html>, set before the first paint). */
const WHILE_UNKNOWN = '[:root:not([data-unconfirmed])_&]:hidden';

/**
 * Below the header until the e-mail is confirmed, and while a document is wanted: what is held back, and what to do. Until that is known it
 * takes its room where it is expected, so that the page does not jump.
 */
export function VerificationBar() {
  const { page } = useShell();
  const { data: profile } = useProfile();
  const asksFor = profile === undefined || profile.role === 'DEMO' || isStaff(profile.role) ? 'no' : 'documents';
  useDecisions();
  const documents = useDocuments({ watch: false, enabled: asksFor === 'documents' });
  const wanted = wantedOf(documents.data?.documents ?? []);
  const isOpen = profile?.verifications.email === false || wanted !== null;
  const isKnown = profile !== undefined && (asksFor === 'no' || documents.data !== undefined);
  useEffect(() => {
    if (isKnown) writeStored(STORED.showVerification, isOpen ? '1' : null);
  }, [isKnown, isOpen]);
  // These pages have the same among what is still to do.
  if (page === 'account' || page === 'verification') return null;
  if (profile?.verifications.email === false) return <EmailBar profile={profile} />;
  if (wanted !== null) return <DocumentBar document={wanted.document} status={wanted.status} />;
  return isKnown || documents.error !== null ? null : <EmailBar profile={undefined} />;
}

function Bar(props: { readonly label: string; readonly isUnknown: boolean; readonly children: ReactNode }) {
  const { label, isUnknown, children } = props;
  return (
    <section
      aria-label={label}
      aria-hidden={isUnknown}
      className={cx('border-b border-warn-line bg-warn-soft', isUnknown && WHILE_UNKNOWN)}
    >
      <div
        className={cx('page-x flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 text-13', isUnknown && 'invisible')}
      >
        {children}
      </div>
    </section>
  );
}

/** undefined: it is not known yet, and takes its room. */
function EmailBar({ profile }: { readonly profile: Profile | undefined }) {
  const { t } = useTranslation('account');
  const { config, locale } = useShell();
  const isUnknown = profile === undefined;
  const email = isUnknown ? '•@•' : profile.email;
  return (
    <Bar label={t('bar.label')} isUnknown={isUnknown}>
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
    </Bar>
  );
}

function DocumentBar({ document, status }: { readonly document: string; readonly status: string }) {
  const { t } = useTranslation('account');
  const { t: told } = useTranslation('notifications');
  const { config, locale } = useShell();
  return (
    <Bar label={t('kyc.title')} isUnknown={false}>
      <FileWarning aria-hidden className="size-4.5 shrink-0 text-warn max-sm:hidden" />
      <p className="min-w-40 flex-1 font-620">{told('verification.status', { document, status })}</p>
      <Link
        to={`${link(config, 'dashboard', pathOf('verification', locale))}#${document}`}
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        {t('kyc.title')}
      </Link>
    </Bar>
  );
}
