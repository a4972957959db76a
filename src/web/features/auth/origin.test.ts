import { describe, expect, it } from 'vitest';
import { originOf } from './origin.ts';

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
    expect(of('tab=login')).toEqual({ referral: null, utm: null });
    expect(of(`ref=${'a'.repeat(65)}&utm_source=&UTM_X=1&utm_long=${'a'.repeat(201)}`)).toEqual({
      referral: null,
      utm: null,
    });
  });
});
