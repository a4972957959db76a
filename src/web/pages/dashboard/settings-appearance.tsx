import { SettingsFrame } from './settings-frame.tsx';

export default function AppearanceSettings() {
  return <SettingsFrame section="appearance">{null}</SettingsFrame>;
}
