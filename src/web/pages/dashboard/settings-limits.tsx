import { LimitsSection } from '#web/features/limits/limits-section.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export default function LimitsSettings() {
  return (
    <SettingsFrame section="limits">
      <LimitsSection />
    </SettingsFrame>
  );
}
