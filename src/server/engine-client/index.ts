export { askEngine, COMMAND_PATIENCE_MS, createPairCache, EngineAway, toPairWire } from './pair-cache.ts';
export type { PairCache } from './pair-cache.ts';
