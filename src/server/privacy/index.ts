export { recordSignUp } from './consents.ts';
export type { Privacy } from './contract.ts';
export { createPrivacy } from './privacy.ts';
