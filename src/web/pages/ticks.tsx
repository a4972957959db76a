import { useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { QueriesProvider } from '#web/api/queries.tsx';
import { SessionProvider } from '#web/api/session.tsx';
import { TicksScreen } from '#web/features/ticks/ticks-screen.tsx';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import { Toaster } from '#web/ui/toast.tsx';
import { readPairs } from './read-pairs.server.ts';

export async function loader({ context }: LoaderFunctionArgs) {
  return { pairs: await readPairs(context), now: Date.now() };
}

export default function Ticks() {
  const { pairs, now } = useLoaderData<typeof loader>();
  return (
    <SessionProvider>
      <QueriesProvider>
        <PhoneFrame>
          <SiteFrame>
            <TicksScreen pairs={pairs} now={now} />
          </SiteFrame>
          <Toaster />
        </PhoneFrame>
      </QueriesProvider>
    </SessionProvider>
  );
}
