export { createApiKeys } from './api-keys.ts';
export type { ApiKeyParts } from './api-keys.ts';
export type { ApiKeys, KeyStake, PlacedReply, SignedRequest } from './contract.ts';
