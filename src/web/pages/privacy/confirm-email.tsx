import { ConfirmEmail } from '#web/features/privacy/mail-link.tsx';
import { SiteFrame } from '../../ui/frame/site-frame.tsx';

export default function ConfirmEmailPage() {
  return (
    <SiteFrame>
      <ConfirmEmail />
    </SiteFrame>
  );
}
