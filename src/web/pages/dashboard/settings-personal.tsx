import { useTranslation } from '#web/i18n/use-translation.ts';
import { CloseAccount } from '#web/features/privacy/close-account.tsx';
import { EmailChange } from '#web/features/privacy/email-change.tsx';
import { ExportData } from '#web/features/privacy/export-data.tsx';
import { Looks } from '#web/features/privacy/looks.tsx';
import { PersonalScreen } from '#web/features/settings/personal-screen.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export default function PersonalSettings() {
  const { t } = useTranslation('settings');
  return (
    <SettingsFrame section="personal">
      <PersonalScreen
        side={
          <>
            <Panel title={t('auth.email')}>
              <EmailChange />
            </Panel>
            <Panel title={t('data.title')}>
              <ExportData />
              <CloseAccount />
            </Panel>
            <Looks />
          </>
        }
      />
    </SettingsFrame>
  );
}
