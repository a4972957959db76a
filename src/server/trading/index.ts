export { createEngine } from './engine.ts';
export type { Engine, EngineParts } from './engine.ts';
export { predictionQueries } from './store.ts';
export type { PredictionFilter, PredictionPage, PredictionQueries } from './store.ts';
export { toPredictionWire } from './wire.ts';
export { exchangeQueries } from './store-lists.ts';
export { incidentQueries } from './store-incidents.ts';
export type { IncidentQueries } from './store-incidents.ts';
