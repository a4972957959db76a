import { SecurityScreen } from '#web/features/settings/security/security-screen.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export default function SecuritySettings() {
  return (
    <SettingsFrame section="security">
      <SecurityScreen />
    </SettingsFrame>
  );
}
