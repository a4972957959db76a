import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useRole } from '#web/api/session.tsx';
import { PageTitle } from '#web/features/account/page-title.tsx';
import { SETTINGS_SECTIONS } from '#web/page-rows.ts';
import type { SettingsSection } from '#web/page-rows.ts';
import { useShell } from '#web/shell-context.ts';
import { isFor, link, pageOf, pathOf } from '#web/site.ts';
import { LinkTabs } from '#web/ui/frame/link-tabs.tsx';

/** Title and tabs of the settings around one section. */
export function SettingsFrame(props: { readonly section: SettingsSection; readonly children: ReactNode }) {
  const { t } = useTranslation(['account', 'common']);
  const { config, locale } = useShell();
  const role = useRole();
  const sections = SETTINGS_SECTIONS.filter((section) => isFor(pageOf(`settings-${section}`), role));
  const href = (section: SettingsSection) => link(config, 'dashboard', pathOf(`settings-${section}`, locale));
  return (
    <div className="grid">
      <PageTitle title={t('btn.settings')} back={link(config, 'dashboard', pathOf('account', locale))} />
      <LinkTabs
        label={t('tabs.label')}
        className="-mx-4 px-4 md:mx-0 md:mt-2 md:px-0"
        items={sections.map((section) => ({
          href: href(section),
          label: t(`common:nav.settings-${section}`),
          current: section === props.section,
        }))}
      />
      <div className="grid gap-4 pt-4 md:pt-6">{props.children}</div>
    </div>
  );
}
