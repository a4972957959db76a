export { createEgress } from './egress.ts';
