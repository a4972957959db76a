import { BadgeCheck, CircleDashed } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Profile } from '#web/api/profile.ts';
import { Chip } from '#web/ui/states.tsx';
import { isVerified } from './verified.ts';

/** Verified or Not Verified, with its icon. */
export function VerifiedChip({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('account');
  const verified = isVerified(profile);
  return (
    <Chip
      tone={verified ? 'ok' : 'plain'}
      icon={verified ? <BadgeCheck aria-hidden /> : <CircleDashed aria-hidden />}
      className="justify-self-start"
    >
      {verified ? t('kyc.verified') : t('kyc.not_verified')}
    </Chip>
  );
}
