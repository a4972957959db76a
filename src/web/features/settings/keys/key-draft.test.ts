import { describe, expect, it } from 'vitest';
import { newApiKeyBody } from '#protocol/api-keys.ts';
import { bodyOf, EMPTY_KEY, missingOf, turned, usedShare, type KeyDraft } from './key-draft.ts';

const NOW = Date.UTC(2026, 10, 21);
const good: KeyDraft = { ...EMPTY_KEY, name: '  Cat ' };

describe('the form of a new key', () => {
  it('names the first thing that is missing', () => {
    expect(missingOf(EMPTY_KEY)).toBe('name');
    expect(missingOf({ ...good, scopes: [] })).toBe('scopes');
    for (const cap of ['x', '0', '-5', '1.234', '1e3'])
      expect(missingOf({ ...good, lossCapDay: cap }), cap).toBe('lossCapDay');
    for (const cap of ['', '  ', '25', '25,5', '0.01', '٢٥٫٥'])
      expect(missingOf({ ...good, lossCapDay: cap }), cap).toBeNull();
  });

  it('sends what the API takes, and nothing for what is left empty', () => {
    expect(bodyOf({ ...good, days: 0 }, NOW)).toEqual({ name: 'Cat', kind: 'bearer', realm: 'demo', scopes: ['read'] });
    const full = { ...good, lossCapDay: '12,50', days: 30, addresses: '203.0.113.7, 2001:db8::/48\n10.0.0.0/8' };
    expect(bodyOf(full, NOW)).toEqual({
      name: 'Cat',
      kind: 'bearer',
      realm: 'demo',
      scopes: ['read'],
      addresses: ['203.0.113.7', '2001:db8::/48', '10.0.0.0/8'],
      lossCapDay: '12.50',
      expiresAt: '2026-12-21T00:00:00.000Z',
    });
    expect(newApiKeyBody.safeParse(bodyOf(full, NOW)).success).toBe(true);
  });

  it('turns scopes on and off in one order', () => {
    expect(turned({ ...EMPTY_KEY, scopes: turned(EMPTY_KEY, 'predict') }, 'trade')).toEqual([
      'read',
      'trade',
      'predict',
    ]);
    expect(turned(EMPTY_KEY, 'read')).toEqual([]);
  });
});

describe('the used part of a cap', () => {
  it('stays within the bar', () => {
    expect([usedShare(0, 10), usedShare(5, 10), usedShare(20, 10), usedShare(-1, 10), usedShare(0, 0)]).toEqual([
      0, 0.5, 1, 0, 1,
    ]);
  });
});
