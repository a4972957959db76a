export type { Contact, ContactOf, Limits } from './contract.ts';
export { setHouseLimit } from './house.ts';
export { HOUSE_LIMIT_LOOSENED, houseLimitAct } from './house-act.ts';
export type { HouseAsk, HouseParts } from './house.ts';
export { createLimits } from './limits.ts';
export type { LimitsParts } from './limits.ts';
export { eligibilityOf } from './trading-eligibility.ts';
export { isExcluded, keepExcluded } from './store.ts';
export { listFlags } from './store-house.ts';
