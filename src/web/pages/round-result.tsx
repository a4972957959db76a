import { useSearchParams } from 'react-router';
import { QueriesProvider } from '#web/api/queries.tsx';
import { SessionProvider } from '#web/api/session.tsx';
import { RoundScreen } from '#web/features/receipt/round-screen.tsx';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import { Toaster } from '#web/ui/toast.tsx';

/** The receipt of a round for whoever has its address: signed in or not, it shows no amounts. */
export default function RoundResult() {
  const [search] = useSearchParams();
  return (
    <SessionProvider>
      <QueriesProvider>
        <PhoneFrame>
          <SiteFrame>
            <RoundScreen market={search.get('round') ?? ''} />
          </SiteFrame>
          <Toaster />
        </PhoneFrame>
      </QueriesProvider>
    </SessionProvider>
  );
}
