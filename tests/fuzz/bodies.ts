import { randomUUID } from 'node:crypto';
import type { Hints } from './generate.ts';

/** Bodies whose fields hang together as no document says. */
export const BODIES: Readonly<Record<string, unknown>> = {
  'POST /api/v2/user/verification/files': {
    document: 'governmentId',
    side: 'front',
    size: 1_000,
    sha256: '0'.repeat(64),
  },
  'POST /api/v2/transaction/deposit/find': { network: 'local', txHash: `0x${'0'.repeat(64)}` },
  'POST /api/v2/transaction/create-fiat-order': { offer: 'fiatsim.card', fiat: 'EUR', amount: '100', receive: '1' },
  'POST /api/v2/transaction/test-fiat-notification': { order: randomUUID(), does: 'pay' },
  'POST /api/v2/transaction/address-book/{id}/proof/signature': { nonce: '0'.repeat(32), signature: '0x00' },
  'POST /api/v2/transaction/requests': { amount: '5', note: 'lunch' },
  'POST /api/v2/office/events': {
    category: 'sports',
    title: 'Final of the Cup',
    summary: 'At home.',
    tags: ['cup'],
    reason: 'asked for',
    market: {
      title: 'Does the home side win?',
      rules: 'YES if it has more goals.',
      source: 'https://league.example/final',
      backupSource: 'https://news.example/final',
      cutOffAt: '2099-01-01T00:00:00.000Z',
      timeZone: 'UTC',
      threshold: 'Goals.',
      ifTied: 'NO.',
      ifPostponed: 'Void.',
      ifCancelled: 'Void.',
    },
  },
  'POST /api/v2/support/tickets': {
    firstName: 'Ada',
    lastName: 'L',
    email: 'ada@people.example',
    message: 'Where is it?',
    terms: true,
  },
  // The key is that of RFC 8291.
  'POST /api/v2/notifications/push': {
    endpoint: 'https://push.example.org/a',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  'PUT /api/v2/events/{id}/attestation': { version: 1, rulesHash: 'ab'.repeat(32) },
  'POST /api/v2/alerts': { kind: 'clarified', market: randomUUID() },
  'POST /api/v2/ideas': { category: 'website', title: 'A dark theme', description: 'So that eyes rest.' },
  'POST /api/v2/support/by-link': { token: 'x'.repeat(80) },
  'POST /api/v2/support/by-link/messages': { token: 'x'.repeat(80), message: 'And?' },
  'POST /api/v2/support/by-link/rating': { token: 'x'.repeat(80), rating: 'SOLVED' },
  'POST /api/v2/support/rating': { token: 'x'.repeat(80) },
  'PUT /api/v2/support/rating': { token: 'x'.repeat(80), rating: 'SOLVED' },
  'POST /api/v2/verification/hand-over/open': { link: 'x'.repeat(43) },
  'POST /api/v2/user/verification/documents/{document}': { form: 'selfie', files: [randomUUID()] },
};

/** The same as hints, with what else belongs to such a request. */
export const REQUEST_HINTS: Hints = {
  ...Object.fromEntries(Object.entries(BODIES).map(([operation, body]) => [operation, () => structuredClone(body)])),
  'POST /api/v2/user/verification/documents/{document} document': () => 'selfieWithId',
  'POST /api/v2/user/verification/files/{id}/parts at': () => '0',
  'GET /api/v2/transaction/fiat-offers fiat': () => 'EUR',
  'GET /api/v2/transaction/fiat-offers amount': () => '100',
  'GET /api/v2/trade/sale-quotes ids': () => randomUUID(),
};
