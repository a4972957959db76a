import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { API_SCOPES, bearerText, isFresh, looksLikeKey, readBearer, refuseScope, signedText } from './api-key.ts';
import type { ApiGrant, ApiScope } from './api-key.ts';

const grant = (...scopes: ApiScope[]): ApiGrant => ({ keyId: 'k', scopes, ratePerMin: 600, lossCapDay: null });
const SECRET = 'A'.repeat(43);

describe('scopes of a key', () => {
  it('hold nobody back who came without one', () => {
    for (const scope of [...API_SCOPES, undefined]) expect(refuseScope(scope, undefined)).toBeNull();
  });

  it('open what they name and nothing else', () => {
    for (const held of API_SCOPES) {
      for (const wanted of API_SCOPES) {
        expect(refuseScope(wanted, grant(held)) === null, `${held} on ${wanted}`).toBe(held === wanted);
      }
    }
  });

  it('open no route that names none', () => {
    expect(refuseScope(undefined, grant(...API_SCOPES))).toEqual({ code: 'PermissionsError' });
    expect(refuseScope('read', grant())).toEqual({ code: 'PermissionsError' });
  });
});

describe('a key as it is sent', () => {
  it('is read back', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.stringMatching(/^[\w-]{43}$/), (id, secret) => {
        expect(readBearer(bearerText(id, secret))).toEqual({ id, secret });
      }),
    );
  });

  it.each([
    '',
    'tk_',
    'abc.def.ghi',
    bearerText('01a1fa8e-da08-7372-9c63-05753897e71c', 'short'),
    `${bearerText('01a1fa8e-da08-7372-9c63-05753897e71c', SECRET)}x`,
    ` ${bearerText('01a1fa8e-da08-7372-9c63-05753897e71c', SECRET)}`,
    bearerText('01A1FA8E-DA08-7372-9C63-05753897E71C', SECRET),
  ])('is not %j', (token) => {
    expect(readBearer(token)).toBeNull();
  });

  it('is told from a token of a session', () => {
    expect(looksLikeKey(bearerText('01a1fa8e-da08-7372-9c63-05753897e71c', SECRET))).toBe(true);
    expect(looksLikeKey('eyJhbGciOiJFZERTQSJ9.e30.x')).toBe(false);
  });
});

describe('a signature', () => {
  it('holds for 30 s before and after', () => {
    expect([-30_001, -30_000, 0, 30_000, 30_001].map((off) => isFresh(1_000_000 + off, 1_000_000))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('covers every part, each on its own line', () => {
    const parts = { timestamp: '1', nonce: 'n', method: 'POST', target: '/api/v2/orders?a=1', bodyHash: 'ff' };
    expect(signedText(parts)).toBe('1\nn\nPOST\n/api/v2/orders?a=1\nff');
    const texts = Object.keys(parts).map((name) => signedText({ ...parts, [name]: 'other' }));
    expect(new Set([...texts, signedText(parts)]).size).toBe(6);
  });
});
