import { NotificationPreferences } from '#web/features/notifications/preferences.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export default function NotificationSettings() {
  return (
    <SettingsFrame section="notifications">
      <NotificationPreferences />
    </SettingsFrame>
  );
}
