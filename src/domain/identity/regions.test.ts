import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES, isServed, RESTRICTED_COUNTRIES } from './regions.ts';

describe('countries', () => {
  it('are listed once each, in order', () => {
    expect(COUNTRY_CODES.length).toBeGreaterThan(240);
    expect([...new Set(COUNTRY_CODES)].toSorted()).toEqual(COUNTRY_CODES);
  });

  it('hold every restricted one', () => {
    for (const code of RESTRICTED_COUNTRIES) expect(COUNTRY_CODES).toContain(code);
    for (const code of ['US', 'CA', 'IR', 'KP']) expect(isServed(code)).toBe(false);
    for (const code of ['DE', 'JP']) expect(isServed(code)).toBe(true);
  });
});
