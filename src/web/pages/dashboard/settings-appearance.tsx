import { AppearanceScreen } from '#web/features/settings/appearance-screen.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export default function AppearanceSettings() {
  return (
    <SettingsFrame section="appearance">
      <AppearanceScreen />
    </SettingsFrame>
  );
}
