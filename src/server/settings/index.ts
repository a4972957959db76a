export { changeSetting, SETTING_LOOSENED, settingLoosenedAct } from './change.ts';
export { readSettings, STANDARD_SETTINGS, watchSettings, WatchedSettings } from './live.ts';
export type { LiveSettings, ToldSettings } from './live.ts';
export { setMode } from './modes.ts';
