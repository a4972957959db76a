export { createHttp } from './http.ts';
export type { Http } from './http.ts';
export type { HttpParts } from './parts.ts';
