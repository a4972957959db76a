import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { SessionProvider, useRole } from '#web/api/session.tsx';
import { flatten } from '#web/features/trading/pairs/pair-filter.ts';
import { SeenAsBar } from '#web/features/office/seen-as-bar.tsx';
import { TradingScreen } from '#web/features/trading/trading-screen.tsx';
import { loadWide } from '#web/features/trading/wide.tsx';
import { LiveProvider } from '#web/live/live.tsx';
import { late } from '#web/ui/late.tsx';
import { useShell } from '#web/shell-context.ts';
import { isFor, pageOf } from '#web/site.ts';
import { leadToSignIn } from './lead-to-sign-in.server.ts';

if (!import.meta.env.SSR) await loadWide();

/** With its weight: only where somebody is signed in. */
const AccountCorner = late(() => import('./parts/account-corner.tsx'), {
  waits: <span className="size-9 max-md:hidden" />,
  small: true,
});

/** Where the screen stands for others; seldom seen. */
const StaffPlace = late(() => import('./parts/staff-place.tsx'));

/** Books, orders and positions: only where the Round tab is chosen. */
const RoundArea = late(() => import('#web/features/rounds/round-area.tsx'), { into: (props) => props.slots.ticket });

/** Pairs are in the first HTML. The real screen leads a visitor to sign-in and back. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  leadToSignIn(request, context.config, params['locale']);
  const url = new URL(request.url);
  const pairs = await context.board().then(flatten, () => []);
  return { pairs, wished: url.searchParams.get('pair'), now: Date.now() };
}

/** The address changes with the pair; nothing is to be asked again for it. */
export function shouldRevalidate() {
  return false;
}

export default function Trading() {
  const { pairs, wished, now } = useLoaderData<typeof loader>();
  const { page } = useShell();
  const account = page === 'trading' ? <AccountCorner /> : undefined;
  return (
    <SessionProvider>
      <SeenAsBar />
      <ForTraders account={account}>
        <LiveProvider pairs={pairs}>
          <TradingScreen wished={wished} now={now} account={account} round={RoundArea} />
        </LiveProvider>
      </ForTraders>
    </SessionProvider>
  );
}

/** Staff does not trade, so nothing is asked for that would be refused: the screen gives way as soon as it is known who is there. */
function ForTraders({ account, children }: { readonly account: ReactNode; readonly children: ReactNode }) {
  if (isFor(pageOf('trading'), useRole())) return children;
  return <StaffPlace account={account} />;
}
