export { recordSignUp } from './consents.ts';
export type { Privacy } from './contract.ts';
export { erasedAct } from './erasure-act.ts';
export { eraseSoon } from './erase-soon.ts';
export { createPrivacy } from './privacy.ts';
