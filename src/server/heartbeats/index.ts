export { createHeartbeats } from './heartbeats.ts';
export type { Heartbeats } from './heartbeats.ts';
