import type { Subject } from '#server/subject.ts';
import { announceAct, announcedFacts, takeBackAct } from './announcements-seat.ts';
import { settingLoosenedAct, type SettingParts } from './change.ts';
import { modeAct, modeFacts, modeHistory, modesDesk, type ModesSeatParts } from './modes-seat.ts';
import { pairsSeat } from './pairs-seat.ts';
import { settingChange, settingFacts, settingHistory, settingsDesk, type SettingsSeatParts } from './settings-seat.ts';

export const SETTINGS_SUBJECT = {
  twoPeople: (parts: SettingParts) => [settingLoosenedAct(parts)],
  office: (parts: SettingsSeatParts & ModesSeatParts) => {
    const ofPairs = pairsSeat(parts);
    return {
      desks: [settingsDesk(parts), modesDesk(parts)],
      parts: [
        settingFacts(parts),
        settingHistory(parts),
        modeFacts(parts),
        announcedFacts(parts),
        modeHistory(parts),
        ...(ofPairs.parts ?? []),
      ],
      acts: [settingChange(parts), modeAct(parts), announceAct(parts), takeBackAct(parts), ...(ofPairs.acts ?? [])],
    };
  },
} satisfies Subject;
