import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useProfile } from '#web/api/profile.ts';
import { Own } from '#web/money/own.tsx';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/states.tsx';

/** The real balance in the header, which leads to the account, and the way to add to it. */
export function BalanceChip() {
  const { t } = useTranslation('account');
  const { config, locale } = useShell();
  const { data: profile } = useProfile();
  return (
    <>
      <a
        href={link(config, 'dashboard', pathOf('account', locale))}
        className="grid h-10 content-center rounded-btn bg-s2 px-3 hover:bg-s3 pointer-coarse:h-11 max-[24.9375rem]:px-2"
      >
        <span className="text-11 leading-[0.8125rem] font-540 whitespace-nowrap text-mut">{t('account.real')}</span>
        {profile === undefined ? (
          <Skeleton className="h-[1.0625rem] w-20" />
        ) : (
          <Own
            amount={profile.totalBalanceStr}
            className="inline-block min-w-20 whitespace-nowrap text-14 leading-[1.0625rem] font-620 max-[22.4375rem]:min-w-0"
          />
        )}
      </a>
      <DepositLink />
    </>
  );
}

/** On phones a plus: the word has no room there. */
function DepositLink() {
  const { t } = useTranslation('common');
  const { config, locale } = useShell();
  return (
    <Link
      to={link(config, 'dashboard', pathOf('deposit', locale))}
      aria-label={t('cash.deposit')}
      className={`${buttonClass({ variant: 'primary' })} h-10 pointer-coarse:h-11 max-md:px-3 max-[22.4375rem]:hidden`}
    >
      <Plus aria-hidden className="size-4 md:hidden" />
      <span className="max-md:hidden">{t('cash.deposit')}</span>
    </Link>
  );
}
