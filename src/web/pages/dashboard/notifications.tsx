import { Settings } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Link } from 'react-router';
import { PageTitle } from '#web/features/account/page-title.tsx';
import { NotificationsList } from '#web/features/notifications/list.tsx';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';

export default function Notifications() {
  const { t } = useTranslation('account');
  const { config, locale } = useShell();
  const href = (id: 'account' | 'settings-notifications') => link(config, 'dashboard', pathOf(id, locale));
  return (
    <div className="grid gap-4">
      <PageTitle
        title={t('notif.title')}
        back={href('account')}
        action={
          <Link to={href('settings-notifications')} className={buttonClass({ variant: 'ghost' })}>
            <Settings aria-hidden className="size-4.5" />
            <span className="max-sm:vh">{t('btn.settings')}</span>
          </Link>
        }
      />
      <NotificationsList />
    </div>
  );
}
