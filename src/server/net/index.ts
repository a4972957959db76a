export { createEgress, EgressRefused, isPublicUrl, type Egress } from './egress.ts';
