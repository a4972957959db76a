import type { Provider } from '#server/providers/index.ts';
import { MOONPAY } from './moonpay.ts';
import { FIAT_SIMULATOR } from '../simulator/simulator.ts';

/** On-ramps, the simulator last. */
export const FIAT_PROVIDERS: readonly Provider[] = [MOONPAY, FIAT_SIMULATOR];
