export { checkPart } from './check-part.ts';
export { checkDeliveries, checkJobs, lookAgain, SENT, type CheckParts } from './checks.ts';
export { ONFIDO } from './onfido.ts';
export { CHECK_SIMULATOR } from './simulator.ts';
export { SUMSUB } from './sumsub.ts';
