import { LogOut, Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { Link, Outlet, data } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { isStaff } from '#domain/identity/policy.ts';
import { ApiError } from '#web/api/api-error.ts';
import { knowOfficeCalls } from '#web/api/office-calls.ts';
import { QueriesProvider } from '#web/api/queries.tsx';
import { SessionProvider, useSession } from '#web/api/session.tsx';
import { CommandPlace } from '#web/features/office/command.tsx';
import { useIdle } from '#web/features/office/idle.ts';
import { KeyBar } from '#web/features/office/keys.tsx';
import { SideNav } from '#web/features/office/side-nav.tsx';
import { OfficeContext, useFrame, useOffice } from '#web/features/office/use-office.ts';
import { StepUpGate } from '#web/features/settings/security/step-up-gate.tsx';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { IconButton, buttonClass } from '#web/ui/button.tsx';
import { LoadProblem } from '#web/ui/call/load-problem.tsx';
import { AppearanceMenu } from '#web/ui/frame/appearance-menu.tsx';
import { Logo } from '#web/ui/frame/logo.tsx';
import { Menu, MenuItem, MenuLine, MenuLink } from '#web/ui/menu.tsx';
import { Guard } from '#web/ui/part.tsx';
import { Drawer } from '#web/ui/sheet.tsx';
import { Chip, EmptyState, Skeleton } from '#web/ui/states.tsx';
import { Toaster } from '#web/ui/toast.tsx';

knowOfficeCalls();

/** On another host than its own the back office is no page. */
export function loader({ request, context }: LoaderFunctionArgs) {
  if (new URL(request.url).origin !== context.config.origins.admin) throw data(null, { status: 404 });
  return null;
}

/** Asked once: a session that ends later is noticed by the page itself. */
export function shouldRevalidate() {
  return false;
}

/** What stays while one goes from desk to desk. */
export default function Frame() {
  return (
    <SessionProvider>
      <QueriesProvider>
        <StepUpGate>
          <Screen />
        </StepUpGate>
        <Toaster />
      </QueriesProvider>
    </SessionProvider>
  );
}

function Screen() {
  const { state, retry, logout } = useSession();
  const frame = useFrame();
  useIdle(() => void logout());
  if (state.status === 'failed') return <LoadProblem className="m-4" error={state.error} onRetry={retry} />;
  if (state.status === 'ready' && !isStaff(state.user.role)) return <NotStaff />;
  if (frame.error instanceof ApiError && frame.error.code === 'SecondFactorRequired') return <NoSecondFactor />;
  if (frame.data === undefined) {
    return frame.error === null ? (
      <div className="grid h-dvh grid-rows-[3.5rem_1fr] gap-px">
        <div className="border-b border-line bg-s1" />
        <div className="p-5">
          <Skeleton className="h-8 w-56" />
        </div>
      </div>
    ) : (
      <LoadProblem className="m-4" error={frame.error} onRetry={() => void frame.refetch()} />
    );
  }
  return (
    <OfficeContext.Provider value={frame.data}>
      <div className="flex min-h-dvh flex-col lg:h-dvh">
        <TopBar />
        <div className="flex min-h-0 flex-1">
          <div className="w-20 shrink-0 overflow-y-auto border-e border-line bg-s1 max-lg:hidden">
            <SideNav />
          </div>
          <main id="content" className="flex min-w-0 flex-1 flex-col bg-bg lg:overflow-y-auto">
            <Guard>
              <Outlet />
            </Guard>
          </main>
        </div>
        <KeyBar />
      </div>
    </OfficeContext.Provider>
  );
}

function TopBar() {
  const { config } = useShell();
  const { me } = useOffice();
  const { logout } = useSession();
  const [menu, setMenu] = useState(false);
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line bg-s1 px-3 md:gap-3 md:px-4">
      <a href="#content" className="vh focus:static focus:size-auto focus:[clip-path:none]">
        Skip to content
      </a>
      <IconButton label="Desks" className="lg:hidden" onClick={() => setMenu(true)}>
        <MenuIcon aria-hidden />
      </IconButton>
      <Link to="/office" className="flex items-center gap-2.5 rounded-btn">
        <Logo brand={config.brand} />
        <Chip tone="warn" className="max-[22.4375rem]:hidden">
          Back office
        </Chip>
      </Link>
      <span className="flex-1" />
      <CommandPlace />
      <span className="flex-1" />
      <span className="text-13 text-mut max-md:hidden">{me.role}</span>
      <AppearanceMenu className="max-md:hidden" />
      <Menu
        align="end"
        className="w-60"
        trigger={
          <button type="button" aria-label="Your account" className="grid size-9 place-items-center rounded-pill">
            <Avatar src={null} name={me.name} />
          </button>
        }
      >
        <p className="px-2.5 pt-1.5 pb-2 font-540">
          <bdi>{me.name}</bdi>, {me.role}
        </p>
        <MenuLine />
        <MenuLink href={link(config, 'dashboard', pathOf('settings', 'en'))}>Settings</MenuLink>
        <MenuItem onSelect={() => void logout()}>
          <LogOut aria-hidden className="flip" />
          Log out
        </MenuItem>
      </Menu>
      <Drawer open={menu} onOpenChange={setMenu} title="Desks">
        <SideNav wide onGo={() => setMenu(false)} />
      </Drawer>
    </header>
  );
}

/** A person of the product who found the address. */
function NotStaff() {
  const { config } = useShell();
  return (
    <main id="content" className="grid min-h-dvh place-items-center p-4">
      <EmptyState
        title="This place is for staff"
        text="Log in with an account of staff to use it."
        action={
          <a href={link(config, 'main', pathOf('landing', 'en'))} className={buttonClass({ variant: 'primary' })}>
            Go to {config.brand}
          </a>
        }
      />
    </main>
  );
}

/** Staff whose logins take a password alone. */
function NoSecondFactor() {
  const { config } = useShell();
  return (
    <main id="content" className="grid min-h-dvh place-items-center p-4">
      <EmptyState
        title="Turn on two-step verification first"
        text="The back office wants an authenticator app or a passkey. Add one in your settings, then log in again."
        action={
          <a
            href={link(config, 'dashboard', pathOf('settings-security', 'en'))}
            className={buttonClass({ variant: 'primary' })}
          >
            Open security settings
          </a>
        }
      />
    </main>
  );
}
