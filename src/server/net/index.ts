export { createEgress, EgressRefused } from './egress.ts';
export type { Egress } from './egress.ts';
