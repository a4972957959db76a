import { CheckScreen } from '#web/features/senders/check-screen.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';

export default function CheckSenderPage() {
  return (
    <SiteFrame>
      <CheckScreen />
    </SiteFrame>
  );
}
