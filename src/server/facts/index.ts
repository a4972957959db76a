export { createFacts } from './facts.ts';
export type { Facts, Follower, FactSource, NextFacts, Told } from './contract.ts';
export { record } from './record.ts';
export { batchPassedByAll } from './store.ts';
