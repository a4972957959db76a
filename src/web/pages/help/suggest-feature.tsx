import { QueriesProvider } from '#web/api/queries.tsx';
import { SessionProvider } from '#web/api/session.tsx';
import { IdeasScreen } from '#web/features/ideas/ideas-screen.tsx';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';

/** Suggest a feature, for whoever is signed in; visitors read what others suggested. */
export default function Ideas() {
  return (
    <SessionProvider>
      <QueriesProvider>
        <PhoneFrame>
          <SiteFrame>
            <IdeasScreen />
          </SiteFrame>
        </PhoneFrame>
      </QueriesProvider>
    </SessionProvider>
  );
}
