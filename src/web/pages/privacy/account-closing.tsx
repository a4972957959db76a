import { AccountClosing } from '#web/features/privacy/account-closing.tsx';
import { SiteFrame } from '../../ui/frame/site-frame.tsx';

export default function AccountClosingPage() {
  return (
    <SiteFrame>
      <AccountClosing />
    </SiteFrame>
  );
}
