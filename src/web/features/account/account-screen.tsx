import { ArrowDownToLine, ArrowRight, Eye, EyeOff, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Link } from 'react-router';
import { avatarOf, callOf, useProfile } from '#web/api/profile.ts';
import type { Profile } from '#web/api/profile.ts';
import { useSession } from '#web/api/session.tsx';
import { OwnEmail } from '#web/email/own-email.tsx';
import { hideAmounts, useHiddenAmounts } from '#web/money/hidden-amounts.ts';
import { Own } from '#web/money/own.tsx';
import { useFormats, useShell } from '#web/shell-context.ts';
import { isFor, link, pageOf, pathOf } from '#web/site.ts';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, IconButton, buttonClass } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { ownedOf } from '#web/money/owned.ts';
import { PageTitle } from './page-title.tsx';
import { SideList } from './sidebar.tsx';
import { StepsPanel } from './steps-panel.tsx';
import { VerifiedChip } from './verified-chip.tsx';

/** Who the person is, what they have, and what is still to do. On phones also the way to the other pages. `recent`: what they traded last. */
export function AccountScreen({ recent }: { readonly recent: ReactNode }) {
  const { t } = useTranslation('account');
  const { data: profile, isError, refetch, error } = useProfile();
  const { logout } = useSession();
  if (profile === undefined && !isError) {
    // What stands below comes with it: how much is still to do says how far down.
    return (
      <div className="grid gap-4">
        <PageTitle title={t('menu.account')} />
        <Waiting />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageTitle title={t('menu.account')} />
      {profile === undefined ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1.42fr)_minmax(0,1fr)] xl:items-start">
          <div className="grid min-w-0 gap-4">
            <Identity profile={profile} />
            <StepsPanel profile={profile} />
            {isFor(pageOf('trading'), profile.role) ? recent : null}
          </div>
          {isFor(pageOf('trading'), profile.role) ? <Balance profile={profile} /> : null}
        </div>
      )}
      <SideList />
      <Button variant="secondary" className="lg:hidden" onClick={() => void logout()}>
        <LogOut aria-hidden className="flip size-4" />
        {t('auth.logout')}
      </Button>
    </div>
  );
}

function Waiting() {
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,1.42fr)_minmax(0,1fr)]" aria-busy>
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-56 rounded-card" />
    </div>
  );
}

function Identity({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('account');
  const formats = useFormats();
  const { config, locale } = useShell();
  const { nickname } = profile;
  const email = profile.email === null ? null : <OwnEmail email={profile.email} />;
  return (
    <section className="card flex flex-wrap items-center gap-4 p-4.5 md:p-6">
      <Avatar
        src={avatarOf(profile)}
        name={callOf(profile)}
        className="size-16 text-24 max-[22.4375rem]:size-11 max-[22.4375rem]:text-16"
      />
      <div className="min-w-36 flex-1">
        <h2 className="text-16 font-620 tracking-[-.012em] break-words max-[22.4375rem]:text-14 md:text-18">
          {nickname === null ? email : <bdi>{nickname}</bdi>}
        </h2>
        {nickname === null ? null : <p className="text-13 text-mut">{email}</p>}
        <p className="text-13 text-mut">{t('member_since', { date: formats.date(Date.parse(profile.createdAt)) })}</p>
        <div className="mt-2">{isFor(pageOf('trading'), profile.role) ? <VerifiedChip profile={profile} /> : null}</div>
      </div>
      <Link
        to={link(config, 'dashboard', pathOf('settings-personal', locale))}
        className={`${buttonClass({ variant: 'outline' })} max-sm:w-full`}
      >
        {t('edit')}
      </Link>
    </section>
  );
}

const PARTS = ['cash', 'bonus', 'locked', 'withdrawable'] as const;

function Balance({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('account');
  const { t: common } = useTranslation('common');
  const { config, locale } = useShell();
  const hidden = useHiddenAmounts();
  return (
    <section className="card p-4.5 md:p-6">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-13 font-540 text-mut">{t('balance.total')}</h2>
          <p className="mt-0.5 text-26 font-620 tracking-[-.02em]">
            <Own amount={ownedOf(profile.balances)} />
          </p>
        </div>
        <IconButton
          label={hidden ? t('balance.show') : t('balance.hide')}
          onClick={() => hideAmounts(hidden ? 'show' : 'hide')}
        >
          {hidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
        </IconButton>
      </div>
      <dl className="mt-4 grid gap-2.5 border-t border-line pt-4">
        {PARTS.map((part) => (
          <div key={part} className="flex items-baseline justify-between gap-4">
            <dt className="text-mut">{t(`balance.${part}`)}</dt>
            <dd className="font-540">
              <Own amount={profile.balances[`${part}Str`]} />
            </dd>
          </div>
        ))}
      </dl>
      <Link
        to={link(config, 'dashboard', pathOf('deposit', locale))}
        className={`${buttonClass({ wide: true, variant: profile.balances.cash > 0 ? 'secondary' : 'primary' })} mt-5`}
      >
        {common('cash.deposit')}
        <ArrowDownToLine aria-hidden className="size-4" />
      </Link>
      <a href={link(config, 'main', pathOf('trading', locale))} className={`${buttonClass({ wide: true })} mt-2.5`}>
        {t('to_trading')}
        <ArrowRight aria-hidden className="flip size-4" />
      </a>
    </section>
  );
}
