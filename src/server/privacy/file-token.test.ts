import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readFileToken, signFileToken } from './file-token.ts';

const signer = { blind: (text: string) => createHmac('sha256', 'key').update(text).digest() };
const id = '018f0000-0000-7000-8000-000000000001';

describe('the token of a file', () => {
  const token = signFileToken({ id, until: 1_000 }, signer);

  it('names its file until its time is over', () => {
    expect(readFileToken(token, { signer, now: 999 })).toBe(id);
    expect(readFileToken(token, { signer, now: 1_000 })).toBeNull();
  });

  it.each([
    ['another file', token.replace('8000', '8001')],
    ['a longer time', token.replace('.1000.', '.9000.')],
    ['another signature', `${token.slice(0, -2)}AA`],
    ['no signature', token.split('.').slice(0, 2).join('.')],
    ['nothing', ''],
    ['nonsense', 'x'.repeat(300)],
  ])('is refused with %s', (_, changed) => {
    expect(readFileToken(changed, { signer, now: 1 })).toBeNull();
  });
});
