import { BriefcaseBusiness, LogOut, Settings, UserRound } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { avatarOf, callOf, useProfile } from '#web/api/profile.ts';
import { useSession } from '#web/api/session.tsx';
import { pageOf } from '#web/site.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { useHref } from '#web/ui/frame/header.tsx';
import { isStaff } from '#domain/identity/policy.ts';
import { Menu, MenuItem, MenuLine, MenuLink } from '#web/ui/menu.tsx';
import { VerifiedChip } from './verified-chip.tsx';

/** Who is signed in, with the ways to the account and out. */
export function UserMenu({ className }: { readonly className?: string }) {
  const { t } = useTranslation(['account', 'common']);
  const href = useHref();
  const { logout } = useSession();
  const { data: profile } = useProfile();
  const name = callOf(profile);
  return (
    <Menu
      align="end"
      className="w-66"
      trigger={
        <button
          type="button"
          aria-label={t('user_menu')}
          title={t('user_menu')}
          className={`grid size-9 shrink-0 place-items-center rounded-pill pointer-coarse:size-11 ${className ?? ''}`}
        >
          <Avatar src={avatarOf(profile)} name={name} />
        </button>
      }
    >
      <div className="grid gap-1.5 px-2.5 pt-1.5 pb-2">
        <p className="truncate font-540">
          <bdi>{name}</bdi>
        </p>
        {profile === undefined || isStaff(profile.role) ? null : <VerifiedChip profile={profile} />}
      </div>
      <MenuLine />
      {profile !== undefined && isStaff(profile.role) ? (
        <MenuLink href={href(pageOf('office'))}>
          <BriefcaseBusiness aria-hidden />
          {t('common:nav.office')}
        </MenuLink>
      ) : null}
      <MenuLink href={href(pageOf('account'))}>
        <UserRound aria-hidden />
        {t('menu.account')}
      </MenuLink>
      <MenuLink href={href(pageOf('settings'))}>
        <Settings aria-hidden />
        {t('btn.settings')}
      </MenuLink>
      <MenuLine />
      <MenuItem onSelect={() => void logout()}>
        <LogOut aria-hidden className="flip" />
        {t('auth.logout')}
      </MenuItem>
    </Menu>
  );
}
