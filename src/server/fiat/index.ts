export { PRESSES, TELLINGS, type Press, type Telling, type Till } from './simulator/till.ts';
export type { Simulated } from './simulator/store-simulator.ts';
export { compareProvider } from './reconcile.ts';
export { RAMP_SEAT } from './seat.ts';
export { FIAT_PROVIDERS } from './providers/list.ts';
