import { useProfile } from '#web/api/profile.ts';
import { PageTitle } from '#web/features/account/page-title.tsx';
import { ResendButton } from '#web/features/account/resend-button.tsx';
import { VerificationScreen } from '#web/features/verification/verification-screen.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Skeleton } from '#web/ui/states.tsx';

export default function Verification() {
  const { t } = useTranslation('verification');
  const { config, locale } = useShell();
  const { data: profile } = useProfile();
  return (
    <div className="grid gap-4">
      {/* Each step says how it stands: the label of the account, which is of the e-mail and the name alone, would speak for all of them. */}
      <PageTitle title={t('title')} back={link(config, 'dashboard', pathOf('account', locale))} />
      <p className="text-mut">{t('lead')}</p>
      {profile === undefined ? (
        <Skeleton className="h-72 w-full" />
      ) : (
        <VerificationScreen profile={profile} resend={<ResendButton />} />
      )}
    </div>
  );
}
