import { QueriesProvider } from '#web/api/queries.tsx';
import { useSession } from '#web/api/session.tsx';
import { AccountWatch } from '#web/features/account/account-watch.tsx';
import { UserMenu } from '#web/features/account/user-menu.tsx';
import { NotificationsBell } from '#web/features/notifications/bell.tsx';
import { RealityCheck } from '#web/features/limits/reality-check.tsx';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';

/** What a signed-in person has on a screen that reads no lists: the bell, the menu, and the reminder of time and result. */
export default function AccountCorner() {
  const { state } = useSession();
  const { config, locale } = useShell();
  return state.status === 'ready' ? (
    <QueriesProvider>
      <NotificationsBell href={link(config, 'dashboard', pathOf('notifications', locale))} className="max-sm:hidden" />
      <UserMenu className="max-md:hidden" />
      <RealityCheck />
      <AccountWatch />
    </QueriesProvider>
  ) : null;
}
