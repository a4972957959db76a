import { NotificationPreferences } from '#web/features/notifications/preferences.tsx';
import { PushPanel } from '#web/features/settings/push/push-panel.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export default function NotificationSettings() {
  return (
    <SettingsFrame section="notifications">
      <PushPanel />
      <NotificationPreferences />
    </SettingsFrame>
  );
}
