import { describe, expect, it } from 'vitest';
import { PLAIN_WISH, queryOf, wishOf } from './list-address.ts';

const read = (text: string) => wishOf(new URLSearchParams(text));

describe('the address of the list of events', () => {
  it('says what is wished, and nothing where that is the plain list', () => {
    const wish = read('?sort=closing&category=sports&show=ended&search=cup+final&watching=1&after=abc');
    const said = { sort: 'closing', category: 'sports', show: 'ended', search: 'cup final' };
    expect(wish).toEqual({ ...said, watching: true, cursor: 'abc' });
    expect(read(queryOf(wish, { cursor: wish.cursor }))).toEqual(wish);
    expect(queryOf(PLAIN_WISH)).toBe('');
  });

  it('passes over what it does not know, and begins anew with another wish', () => {
    expect(read('?sort=luck&category=none&show=all&search=++')).toEqual(PLAIN_WISH);
    expect(queryOf({ ...PLAIN_WISH, cursor: 'abc' }, { category: 'tech' })).toBe('?category=tech');
  });
});
