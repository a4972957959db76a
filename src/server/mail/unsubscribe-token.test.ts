import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeUnsubscribeToken, readUnsubscribeToken } from './unsubscribe-token.ts';

const sealer = (key: string) => ({ blind: (text: string) => createHmac('sha256', key).update(text).digest() });
const ADA = '018f0000-0000-7000-8000-000000000001';
const BOB = '018f0000-0000-7000-8000-000000000002';

describe('the token of the unsubscribe link', () => {
  it('names its person, and survives a link as it is', () => {
    const token = makeUnsubscribeToken(ADA, sealer('a'));
    expect(token).toMatch(/^[\w.-]+$/);
    expect(readUnsubscribeToken(token, sealer('a'))).toBe(ADA);
  });

  it('is not taken from another key, for another person, or changed by a letter', () => {
    const token = makeUnsubscribeToken(ADA, sealer('a'));
    const [name = '', signature = ''] = token.split('.');
    const [other = ''] = makeUnsubscribeToken(BOB, sealer('a')).split('.');
    const wrong = [
      '',
      '.',
      name,
      `${name}.`,
      `${other}.${signature}`,
      `${token}x`,
      `${token}.`,
      token.slice(0, -1),
      `${token} `,
    ];
    expect(wrong.map((one) => readUnsubscribeToken(one, sealer('a')))).toEqual(wrong.map(() => null));
    expect(readUnsubscribeToken(token, sealer('b'))).toBeNull();
  });
});
