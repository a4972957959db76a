import { SettingsFrame } from './settings-frame.tsx';

export default function SecuritySettings() {
  return <SettingsFrame section="security">{null}</SettingsFrame>;
}
