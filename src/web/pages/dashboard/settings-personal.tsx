import { SettingsFrame } from './settings-frame.tsx';

export default function PersonalSettings() {
  return <SettingsFrame section="personal">{null}</SettingsFrame>;
}
