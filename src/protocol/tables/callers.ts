import type { Caller } from '../endpoint.ts';

export const ROLES = [
  'USER',
  'DEMO',
  'SUPPORT',
  'COMPLIANCE',
  'CASHIER',
  'EDITOR',
  'RESOLVER',
  'ADMIN',
  'AUDITOR',
] as const satisfies readonly Caller[];

export const EVERYONE = ['VISITOR', ...ROLES] as const satisfies readonly Caller[];

/** People who trade, each in the realm of their token. */
export const TRADERS = ['USER', 'DEMO'] as const satisfies readonly Caller[];

/** People with an account: everybody signed in but demo people. */
export const PEOPLE = ROLES.filter((role) => role !== 'DEMO');
