import type { Provider } from '#server/providers/index.ts';
import { BTCPAY } from './btcpay.ts';
import { MOONPAY } from './moonpay.ts';
import { NOWPAYMENTS } from './nowpayments.ts';
import { ONRAMPER } from './onramper.ts';
import { TRANSAK } from './transak.ts';
import { FIAT_SIMULATOR } from '../simulator/simulator.ts';

/** On-ramps, then processors of coins that we have no network for; the simulator last. */
export const FIAT_PROVIDERS: readonly Provider[] = [MOONPAY, ONRAMPER, TRANSAK, NOWPAYMENTS, BTCPAY, FIAT_SIMULATOR];
