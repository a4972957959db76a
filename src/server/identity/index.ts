export { createIdentity } from './identity.ts';
export { isLoopback } from './accounts/demo-quota.ts';
export type { IdentityParts } from './identity.ts';
export type { Identity, SessionReply } from './contract.ts';
export type { Client, SessionCookies } from './contract-factors.ts';
export { createAccountAdmin } from './accounts/account-admin.ts';
export type { AccountAdmin } from './accounts/account-admin.ts';
export { accountClosing } from './accounts/closing.ts';
