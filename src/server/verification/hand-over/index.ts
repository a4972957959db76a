export { createHandOvers, phoneOf, type HandOvers } from './hand-overs.ts';
export { handOverRoutes } from './routes.ts';
export { deleteOld } from './store-hand-overs.ts';
