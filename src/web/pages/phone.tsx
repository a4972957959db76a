import { PhoneScreen } from '#web/features/verification/phone-screen.tsx';
import { SiteFrame } from '../ui/frame/site-frame.tsx';

export default function Phone() {
  return (
    <SiteFrame>
      <PhoneScreen />
    </SiteFrame>
  );
}
