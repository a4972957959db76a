export { createIdentity } from './identity.ts';
export { isLoopback } from './demo-quota.ts';
export type { IdentityParts } from './identity.ts';
export type { Identity, SessionReply } from './contract.ts';
export type { Client, SessionCookies } from './contract-factors.ts';
export { createAccountDesk } from './desk.ts';
export type { AccountDesk } from './desk.ts';
