import type {} from './wire.ts';

export { createPrices } from './prices.ts';
export type { PricesOptions } from './prices.ts';
export { loadPairs } from './load-pairs.ts';
export { dayStartOf, ticksOfDay } from './ticks/tick-history.ts';
