import { useSearchParams } from 'react-router';
import { Unsubscribe } from '#web/features/notifications/unsubscribe.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';

export default function UnsubscribePage() {
  const [parameters] = useSearchParams();
  return (
    <SiteFrame>
      <Unsubscribe token={parameters.get('token')} />
    </SiteFrame>
  );
}
