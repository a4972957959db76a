import type { Subject } from '#server/subject.ts';
import { settingLoosenedAct, type SettingParts } from './change.ts';

export const SETTINGS_SUBJECT = {
  twoPeople: (parts: SettingParts) => [settingLoosenedAct(parts)],
} satisfies Subject;
