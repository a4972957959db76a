import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageTitle } from '#web/features/account/page-title.tsx';
import { PortfolioScreen } from '#web/features/events/portfolio/portfolio-screen.tsx';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';

export default function Portfolio() {
  const { t } = useTranslation('account');
  const { config, locale } = useShell();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageTitle title={t('menu.portfolio')} back={link(config, 'dashboard', pathOf('account', locale))} />
      <PortfolioScreen />
    </div>
  );
}
