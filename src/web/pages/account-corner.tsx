import { QueriesProvider } from '#web/api/queries.tsx';
import { useSession } from '#web/api/session.tsx';
import { UserMenu } from '#web/features/account/user-menu.tsx';
import { RealityCheck } from '#web/features/limits/reality-check.tsx';

/** What a signed-in person has on a screen that reads no lists: the menu, and the reminder of time and result. */
export default function AccountCorner() {
  const { state } = useSession();
  return state.status === 'ready' ? (
    <QueriesProvider>
      <UserMenu className="max-md:hidden" />
      <RealityCheck />
    </QueriesProvider>
  ) : null;
}
