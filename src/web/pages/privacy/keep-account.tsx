import { KeepAccount } from '#web/features/privacy/mail-link.tsx';
import { SiteFrame } from '../../ui/frame/site-frame.tsx';

export default function KeepAccountPage() {
  return (
    <SiteFrame>
      <KeepAccount />
    </SiteFrame>
  );
}
