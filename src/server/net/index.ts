export { createEgress, EgressRefused, type Egress } from './egress.ts';
