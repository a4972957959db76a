import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { keepsContract } from '#tests/provider-contract.ts';
import { ONFIDO } from './onfido.ts';
import type { CheckAsked, CheckTypes } from './seat.ts';
import { SUMSUB } from './sumsub.ts';

const ASKED: CheckAsked = {
  reference: '0193f0a2-0000-7000-8000-000000000001',
  document: 'governmentId',
  firstName: 'Ada',
  lastName: 'Kovarich',
  birthDate: '1990-02-03',
  country: 'PL',
  pictures: [
    { document: 'governmentId', form: 'id_card', side: 'front', media: 'image/jpeg', bytes: Buffer.from('front') },
  ],
};
const CHECK = { reference: ASKED.reference, theirs: '8546921-123123-123123' };
const asks = {
  begin: (calls: CheckTypes['calls']) => calls.begin(ASKED),
  look: (calls: CheckTypes['calls']) => calls.look(CHECK),
};
const hex = (body: Buffer, secret: string) => createHmac('sha256', secret).update(body).digest('hex');

// The messages of docs.sumsub.com/docs/user-verification-webhooks, with our reference.
const sumsub = (over: object) =>
  JSON.stringify({
    applicantId: '5cb744200a975a67ed1798a4',
    inspectionId: '5cb744200a975a67ed1798a5',
    correlationId: 'req-fa94263f-0b23-42d7-9393-ab10b28ef42d',
    externalUserId: ASKED.reference,
    levelName: 'basic-kyc-level',
    type: 'applicantReviewed',
    reviewStatus: 'completed',
    createdAtMs: '2020-02-21 13:23:19.321',
    ...over,
  });
const says = (type: string, status: string) => ({
  kind: 'status' as const,
  eventId: `5cb744200a975a67ed1798a4 ${type} 2020-02-21 13:23:19.321 req-fa94263f-0b23-42d7-9393-ab10b28ef42d`,
  reference: ASKED.reference,
  status,
  at: Date.UTC(2020, 1, 21, 13, 23, 19, 321),
});
const RED = { moderationComment: 'Unreadable', reviewAnswer: 'RED', rejectLabels: ['UNSATISFACTORY_PHOTOS'] };

keepsContract(SUMSUB, {
  settings: {
    appToken: 'sbx:a',
    secretKey: 'k',
    webhookSecrets: ['new', 'old'],
    level: 'basic',
    url: 'http://127.0.0.1:1',
  },
  now: Date.UTC(2020, 1, 21, 14),
  secrets: ['new', 'old'],
  sign: (body, secret) => ({ 'x-payload-digest': hex(body, secret), 'x-payload-digest-alg': 'HMAC_SHA256_HEX' }),
  recorded: [
    {
      name: 'an applicant that passed',
      body: sumsub({ reviewResult: { reviewAnswer: 'GREEN' } }),
      reads: says('applicantReviewed', 'completed GREEN'),
    },
    {
      name: 'one that may try again',
      body: sumsub({ reviewResult: { ...RED, reviewRejectType: 'RETRY' } }),
      reads: says('applicantReviewed', 'completed RED RETRY'),
    },
    {
      name: 'one that is refused for good',
      body: sumsub({ reviewResult: { ...RED, reviewRejectType: 'FINAL' } }),
      reads: says('applicantReviewed', 'completed RED FINAL'),
    },
    {
      name: 'one that waits',
      body: sumsub({ type: 'applicantPending', reviewStatus: 'pending' }),
      reads: says('applicantPending', 'pending'),
    },
    {
      name: 'one that is held',
      body: sumsub({ type: 'applicantOnHold', reviewStatus: 'onHold' }),
      reads: says('applicantOnHold', 'onHold'),
    },
    { name: 'tags that changed', body: sumsub({ type: 'applicantTagsChanged' }), reads: { kind: 'other' } },
  ],
  asks,
});

// The message of documentation.onfido.com, "Webhooks".
const onfido = (action: string, over: object = {}, type = 'check') =>
  JSON.stringify({
    payload: {
      resource_type: type,
      action,
      object: {
        id: '8546921-123123-123123',
        status: 'complete',
        completed_at_iso8601: '2019-10-28T15:00:39Z',
        href: 'https://api.eu.onfido.com/v3.6/checks/8546921-123123-123123',
        ...over,
      },
    },
  });

keepsContract(ONFIDO, {
  settings: { apiToken: 'api_sandbox.a', webhookSecrets: ['new', 'old'], region: 'eu', url: 'http://127.0.0.1:1' },
  now: Date.UTC(2019, 9, 28, 16),
  secrets: ['new', 'old'],
  sign: (body, secret) => ({ 'x-sha2-signature': hex(body, secret) }),
  recorded: [
    {
      name: 'a check that is complete',
      body: onfido('check.completed'),
      reads: {
        kind: 'status',
        eventId: '8546921-123123-123123 check.completed 2019-10-28T15:00:39Z',
        reference: '8546921-123123-123123',
        status: 'check.completed',
        at: Date.UTC(2019, 9, 28, 15, 0, 39),
      },
    },
    {
      name: 'one that began, without a time',
      body: onfido('check.started', { completed_at_iso8601: undefined }),
      reads: {
        kind: 'status',
        eventId: '8546921-123123-123123 check.started ',
        reference: '8546921-123123-123123',
        status: 'check.started',
        at: null,
      },
    },
    { name: 'a report', body: onfido('report.completed', {}, 'report'), reads: { kind: 'other' } },
  ],
  asks,
});

it('takes the SHA-512 of Sumsub where its header says so, and no algorithm that nobody uses', () => {
  const body = Buffer.from(sumsub({ reviewResult: { reviewAnswer: 'GREEN' } }));
  const settings = { appToken: 'sbx:a', secretKey: 'k', webhookSecrets: ['s'], level: 'l', url: 'http://127.0.0.1:1' };
  const reads = (algorithm: 'sha1' | 'sha512', name: string) => {
    const digest = createHmac(algorithm, 's').update(body).digest('hex');
    const headers = { 'x-payload-digest': digest, 'x-payload-digest-alg': name };
    return SUMSUB.readDelivery!({ headers, body }, { settings, now: 0 }).kind;
  };
  expect([reads('sha512', 'HMAC_SHA512_HEX'), reads('sha1', 'HMAC_SHA1_HEX')]).toEqual(['status', 'unsigned']);
});
