export { emailBlind, emailBlinds, mailboxBlinds } from './email-blind.ts';
export { createVault } from './vault.ts';
export type { Vault } from './vault.ts';
export { adoptFolder, claimInstallation, installationMistake, refuseUsedFolder } from './installation.ts';
export { hashOfToken, newLinkToken } from './link-token.ts';
