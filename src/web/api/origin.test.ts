import { describe, expect, it } from 'vitest';
import { originOf, visitOrigin } from './origin.ts';

const of = (query: string) => originOf(new URLSearchParams(query));

describe('where a visitor came from', () => {
  it('is read from the address', () => {
    expect(of('ref=ab12&utm_source=x&utm_medium=y&tab=login')).toEqual({
      referral: 'ab12',
      utm: { utm_source: 'x', utm_medium: 'y' },
    });
    expect(of('referral=code').referral).toBe('code');
  });

  it('is nothing where the address says nothing that fits', () => {
    expect(of('tab=login')).toEqual({});
    expect(of(`ref=${'a'.repeat(65)}&utm_source=&UTM_X=1&utm_long=${'a'.repeat(201)}`)).toEqual({});
  });

  it('is kept from the first address until sign-up, and a newer one wins', () => {
    const cookies = `a=b; tikvo.consent=all; tikvo.origin=${encodeURIComponent('ref=ab12&utm_source=x')}; c=d`;
    expect(visitOrigin('?tab=login', cookies)).toEqual({ referral: 'ab12', utm: { utm_source: 'x' } });
    expect(visitOrigin('?ref=new', cookies)).toEqual({ referral: 'new' });
    expect(visitOrigin('', 'tikvo.origin=%zz')).toEqual({});
    expect(visitOrigin('', '')).toEqual({});
  });

  it.each(['', 'tikvo.consent=needed; ', 'tikvo.consent=allow; '])(
    'names no advertisement without a yes: "%s"',
    (choice) => {
      const kept = `tikvo.origin=${encodeURIComponent('ref=ab12&utm_source=x')}`;
      expect(visitOrigin('', choice + kept)).toEqual({ referral: 'ab12' });
      expect(visitOrigin('?utm_source=y', choice)).toEqual({});
    },
  );
});
