import { QueriesProvider } from '#web/api/queries.tsx';
import { useSession } from '#web/api/session.tsx';
import { UserMenu } from '#web/features/account/user-menu.tsx';

/** The signed-in person's menu on a screen that reads no lists. */
export default function AccountCorner() {
  const { state } = useSession();
  return state.status === 'ready' ? (
    <QueriesProvider>
      <UserMenu className="max-md:hidden" />
    </QueriesProvider>
  ) : null;
}
