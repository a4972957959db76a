import { HubScreen } from '#web/features/cashier/hub-screen.tsx';
import { PageTitle } from '#web/features/account/page-title.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';

export default function Cashier() {
  const { t } = useTranslation('cashier');
  const { config, locale } = useShell();
  return (
    <div className="grid gap-4">
      <PageTitle title={t('title')} back={link(config, 'dashboard', pathOf('account', locale))} />
      <HubScreen />
    </div>
  );
}
