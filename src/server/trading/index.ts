export { createEngine } from './engine.ts';
export type { Engine } from './engine.ts';
export { predictionQueries } from './store.ts';
export type { PredictionFilter, PredictionQueries } from './store.ts';
export { toPredictionWire } from './wire.ts';
export { exchangeQueries } from './store-lists.ts';
export { scheduledQueries } from './scheduled/store-scheduled.ts';
export { incidentQueries } from './store-incidents.ts';
export type { IncidentQueries } from './store-incidents.ts';
