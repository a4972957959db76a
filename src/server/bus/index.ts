export type { Bus } from './bus.ts';
export { createLocalBus } from './local-bus.ts';
export { createPortBus } from './port-bus.ts';
