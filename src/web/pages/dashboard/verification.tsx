import { useProfile } from '#web/api/profile.ts';
import { PageTitle } from '#web/features/account/page-title.tsx';
import { StepsPanel } from '#web/features/account/steps-panel.tsx';
import { VerificationScreen } from '#web/features/verification/verification-screen.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';

export default function Verification() {
  const { t } = useTranslation('verification');
  const { config, locale } = useShell();
  const { data: profile } = useProfile();
  return (
    <div className="grid gap-4">
      <PageTitle title={t('title')} back={link(config, 'dashboard', pathOf('account', locale))} />
      <p className="text-mut">{t('lead')}</p>
      {profile === undefined ? null : <StepsPanel profile={profile} only={['email', 'name']} />}
      <VerificationScreen />
    </div>
  );
}
