export { emailBlind } from './email-blind.ts';
export { createVault } from './vault.ts';
export type { Vault } from './vault.ts';
