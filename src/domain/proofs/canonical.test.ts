import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type CanonicalValue } from './canonical.ts';
import { toHex, utf8 } from './hash.ts';

describe('canonical JSON', () => {
  it.each<[CanonicalValue, string]>([
    [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
    [
      { '€': 1, '\r': 2, דּ: 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 },
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
    ],
    ['\u000f\n"\\/', '"\\u000f\\n\\"\\\\/"'],
    [-0, '0'],
    [[], '[]'],
    [{}, '{}'],
  ])('writes %j as RFC 8785 says', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('reads back as the same value, whatever the order of the keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.boolean())), (object) => {
        const turned = Object.fromEntries(Object.entries(object).toReversed());
        expect(canonicalJson(turned)).toBe(canonicalJson(object));
        expect(JSON.parse(canonicalJson(object))).toEqual({ ...object });
      }),
    );
  });

  it('refuses fractions and numbers that are not exact', () => {
    expect(() => canonicalJson(0.5)).toThrow('whole');
    expect(() => canonicalJson(2 ** 53)).toThrow('whole');
    expect(() => canonicalJson([Number.NaN])).toThrow('whole');
  });
});

describe('bytes of text', () => {
  it('are those of the platform', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toHex(utf8(text))).toBe(Buffer.from(text).toString('hex'));
      }),
    );
  });
});
