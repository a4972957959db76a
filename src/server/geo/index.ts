export { createGeo } from './geo.ts';
export type { Geo, RegionHint } from './geo.ts';
