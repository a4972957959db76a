import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { credentialHeaders } from './credentials.ts';

const REQUEST = { method: 'POST', target: '/api/v2/orders?a=1', body: '{"a":1}' };

describe('headers of a program', () => {
  it('say nothing of nobody, and name a bearer', () => {
    expect(credentialHeaders({ kind: 'none' }, REQUEST, 0)).toEqual({});
    expect(credentialHeaders({ kind: 'bearer', token: 'tk_x' }, REQUEST, 0)).toEqual({ authorization: 'Bearer tk_x' });
  });

  it('sign as docs/bots.md says, with a new nonce each time', () => {
    const who = { kind: 'hmac', keyId: 'k', secret: 's' } as const;
    const headers = credentialHeaders(who, REQUEST, 1_763_693_000_000);
    const bodyHash = createHash('sha256').update('{"a":1}').digest('hex');
    const text = `1763693000000\n${headers['x-key-nonce']}\nPOST\n/api/v2/orders?a=1\n${bodyHash}`;
    expect(headers).toMatchObject({
      'x-key-id': 'k',
      'x-key-timestamp': '1763693000000',
      'x-key-body-sha256': bodyHash,
      'x-key-signature': createHmac('sha256', 's').update(text).digest('hex'),
    });
    expect(headers['x-key-nonce']).toMatch(/^[\w-]{8,64}$/);
    expect(credentialHeaders(who, REQUEST, 0)['x-key-nonce']).not.toBe(headers['x-key-nonce']);
  });
});
