export { connectionUrl, createPool, transaction } from './pool.ts';
export type { PoolOptions, Queryable } from './pool.ts';
export { isConnectionLoss, isOutage } from './outage.ts';
export { migrate, migrationsLeft } from './migrate.ts';
export { startEmbedded } from './embedded/cluster.ts';
export type { EmbeddedDatabase } from './embedded/cluster.ts';
export { defaultDataDir } from './embedded/place.ts';
