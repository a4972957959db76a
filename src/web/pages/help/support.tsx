import { QueriesProvider } from '#web/api/queries.tsx';
import { SessionProvider } from '#web/api/session.tsx';
import { SupportScreen } from '#web/features/support/support-screen.tsx';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';

/** Tickets of support, for whoever is signed in and for visitors. */
export default function Support() {
  return (
    <SessionProvider>
      <QueriesProvider>
        <PhoneFrame>
          <SiteFrame>
            <SupportScreen />
          </SiteFrame>
        </PhoneFrame>
      </QueriesProvider>
    </SessionProvider>
  );
}
