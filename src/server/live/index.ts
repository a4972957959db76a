export { attachLive } from './live.ts';
export type { Live, LiveParts } from './live.ts';
