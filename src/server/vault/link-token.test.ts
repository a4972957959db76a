import { describe, expect, it } from 'vitest';
import { hashOfToken, newLinkToken } from './link-token.ts';

describe('the token of a link in a mail', () => {
  it('is found by its hash and made anew each time', () => {
    const [one, two] = [newLinkToken(), newLinkToken()];
    expect(hashOfToken(one.token)).toEqual(one.hash);
    expect(one.token).toMatch(/^[\w-]{43}$/);
    expect(one.token).not.toBe(two.token);
  });
});
