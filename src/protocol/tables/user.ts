import { endpoints } from '../endpoint.ts';
import { profileWire, refillAnswer } from '../identity.ts';
import { ROLES } from './callers.ts';

export const USER = endpoints({
  profile: {
    method: 'GET',
    path: '/user/profile',
    summary: 'The person of the token, with balances of the realm of the token.',
    callers: ROLES,
    answers: { 200: profileWire },
    refusals: ['InvalidRequest', 'NotSignedIn', 'RateLimit'],
    rate: 600,
  },
  refreshDemoBalance: {
    method: 'PUT',
    path: '/user/refresh-demo-balance',
    summary: 'Sets demo cash to exactly 10,000; open stakes stay as they are.',
    callers: ['DEMO'],
    answers: { 200: refillAnswer },
    refusals: ['InvalidRequest', 'NotSignedIn', 'PermissionsError', 'IdempotencyConflict', 'RateLimit'],
    idempotency: 'optional',
    rate: 30,
  },
});
