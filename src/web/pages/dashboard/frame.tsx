import { Outlet } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { useProfileChanged } from '#web/api/profile.ts';
import { QueriesProvider } from '#web/api/queries.tsx';
import { SessionProvider, useRole, useSession } from '#web/api/session.tsx';
import { AccountWatch } from '#web/features/account/account-watch.tsx';
import { BalanceChip } from '#web/features/account/balance-chip.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { Sidebar } from '#web/features/account/sidebar.tsx';
import { StaffNote } from '#web/features/account/staff-note.tsx';
import { UserMenu } from '#web/features/account/user-menu.tsx';
import { VerificationBar } from '#web/features/account/verification-bar.tsx';
import { NotificationsBell } from '#web/features/notifications/bell.tsx';
import { SeenAsBar } from '#web/features/office/seen-as-bar.tsx';
import { StepUpGate } from '#web/features/settings/security/step-up-gate.tsx';
import { usePrivateFeed } from '#web/live/live.tsx';
import { useShell } from '#web/shell-context.ts';
import { isFor, link, pageOf, pathOf } from '#web/site.ts';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';
import { Footer } from '#web/ui/frame/footer.tsx';
import { Header } from '#web/ui/frame/header.tsx';
import { Guard } from '#web/ui/part.tsx';
import { Toaster } from '#web/ui/toast.tsx';
import { leadToSignIn } from '../lead-to-sign-in.server.ts';

/** A visitor is led to sign-in and back before anything is drawn. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  leadToSignIn(request, context.config, params['locale']);
  return null;
}

/** Asked once: a session that ends later is noticed by the page itself. */
export function shouldRevalidate() {
  return false;
}

/** What stays while one goes from page to page of the account: session, header, side menu, the bar of phones. */
export default function Frame() {
  return (
    <SessionProvider>
      <QueriesProvider>
        <StepUpGate>
          <PhoneFrame>
            <SeenAsBar />
            <Screen />
          </PhoneFrame>
        </StepUpGate>
        <Toaster />
      </QueriesProvider>
    </SessionProvider>
  );
}

/** Follows the balance, and hears at once when the session was ended elsewhere: the page then asks to sign in. */
function useAlive(): void {
  const { state, retry } = useSession();
  const changed = useProfileChanged();
  usePrivateFeed({
    token: state.status === 'ready' ? state.token : null,
    on: { balance: () => void changed() },
    onRefused: retry,
  });
}

function Screen() {
  const { state, retry } = useSession();
  const { config, locale, page } = useShell();
  const role = useRole();
  const signedIn = state.status === 'ready';
  useAlive();
  return (
    <>
      <Header
        kind="app"
        end={
          signedIn ? (
            <Guard small>
              {isFor(pageOf('trading'), role) ? <BalanceChip /> : null}
              <NotificationsBell href={link(config, 'dashboard', pathOf('notifications', locale))} />
              <UserMenu className="max-md:hidden" />
            </Guard>
          ) : null
        }
      />
      <Guard>
        {signedIn || state.status === 'starting' ? <VerificationBar /> : null}
        {signedIn ? <AccountWatch /> : null}
      </Guard>
      <div className="page-x grid pt-3 md:pt-6 lg:grid-cols-[13.25rem_minmax(0,1fr)] lg:gap-8">
        <Sidebar className="max-lg:hidden" />
        {/* The footer begins below the window: it would jump there when what is loaded takes the place of its skeleton. */}
        <main id="content" className="min-h-[calc(100svh-8rem)] min-w-0">
          {state.status === 'failed' ? (
            <div className="mb-4 md:mb-6">
              <LoadProblem error={state.error} onRetry={retry} />
            </div>
          ) : null}
          <Guard key={page}>{page === null || isFor(pageOf(page), role) ? <Outlet /> : <StaffNote />}</Guard>
        </main>
      </div>
      <Footer />
    </>
  );
}
