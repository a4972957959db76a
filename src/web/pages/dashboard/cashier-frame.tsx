import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageTitle } from '#web/features/account/page-title.tsx';
import { CASHIER_SECTIONS, type CashierSection } from '#web/page-rows.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { LinkTabs } from '#web/ui/frame/link-tabs.tsx';

/** Title and tabs of the cashier around one of its pages. */
export function CashierFrame(props: { readonly section: CashierSection; readonly children: ReactNode }) {
  const { t } = useTranslation('cashier');
  const { config, locale } = useShell();
  const href = (id: CashierSection) => link(config, 'dashboard', pathOf(id, locale));
  return (
    <div className="grid">
      <PageTitle title={t('title')} back={link(config, 'dashboard', pathOf('cashier', locale))} />
      <LinkTabs
        label={t('tabs.label')}
        className="-mx-4 px-4 md:mx-0 md:mt-2 md:px-0"
        items={CASHIER_SECTIONS.map((id) => ({ href: href(id), label: t(`tab.${id}`), current: id === props.section }))}
      />
      <div className="grid gap-4 pt-4 md:pt-6">{props.children}</div>
    </div>
  );
}
