import { QueriesProvider } from '#web/api/queries.tsx';
import { SessionProvider } from '#web/api/session.tsx';
import { ReceiptScreen } from '#web/features/receipt/receipt-screen.tsx';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import { Toaster } from '#web/ui/toast.tsx';

export default function ReceiptDemo() {
  return (
    <SessionProvider>
      <QueriesProvider>
        <PhoneFrame>
          <SiteFrame>
            <ReceiptScreen />
          </SiteFrame>
          <Toaster />
        </PhoneFrame>
      </QueriesProvider>
    </SessionProvider>
  );
}
