import { PersonalScreen } from '#web/features/settings/personal-screen.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export default function PersonalSettings() {
  return (
    <SettingsFrame section="personal">
      <PersonalScreen side={null} />
    </SettingsFrame>
  );
}
