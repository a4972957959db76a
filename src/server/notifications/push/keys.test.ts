import { createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { authorization, loadPushKeys } from './keys.ts';
import { waitOf } from './send.ts';

const KEY = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';
const NOW = Date.UTC(2026, 10, 27);

it('says who sends by a token that the public key opens, for the service alone', () => {
  const keys = loadPushKeys({ push: { key: KEY, trusted: [] }, dataDir: '/nowhere' });
  const said = authorization(keys, {
    endpoint: 'https://push.example.org/a/b',
    contact: 'https://tikvo.example',
    now: NOW,
  });
  const [, head = '', claims = '', signature = '', open = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(said) ?? [];
  expect(open).toBe(keys.open);
  const part = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as object;
  expect(part(head)).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(part(claims)).toEqual({
    aud: 'https://push.example.org',
    exp: NOW / 1_000 + 43_200,
    sub: 'https://tikvo.example',
  });
  const point = Buffer.from(open, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = { key, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))).toBe(true);
});

it.each([
  [null, null],
  ['120', 120_000],
  ['0', 1_000],
  ['999999', 3_600_000],
  [new Date(NOW + 90_000).toUTCString(), 90_000],
  ['soon', null],
])('waits as long as a service asks, at most an hour: %s', (header, ms) => {
  expect(waitOf(header, NOW)).toBe(ms);
});
