import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter } from './varint.ts';

describe('varints', () => {
  it('come back in order, signed and unsigned', () => {
    const numbers = fc.array(
      fc.record({ plain: fc.maxSafeNat(), signed: fc.integer({ min: -(2 ** 52) + 1, max: 2 ** 52 - 1 }) }),
    );
    fc.assert(
      fc.property(numbers, (list) => {
        const out = new ByteWriter();
        for (const { plain, signed } of list) {
          out.unsigned(plain);
          out.signed(signed);
        }
        const read = new ByteReader(out.bytes());
        expect(list.map(() => ({ plain: read.unsigned(), signed: read.signed() }))).toEqual(list);
        expect(read.done).toBe(true);
      }),
    );
  });

  it.each([
    [0, 1],
    [-64, 1],
    [63, 1],
    [64, 2],
    [-8_192, 2],
  ])('%i takes %i bytes', (value, bytes) => {
    const out = new ByteWriter();
    out.signed(value);
    expect(out.length).toBe(bytes);
  });

  it('refuse fractions, negatives, an early end and a number without an end', () => {
    const out = new ByteWriter();
    expect(() => out.unsigned(-1)).toThrow('unsigned');
    expect(() => out.unsigned(0.5)).toThrow('unsigned');
    expect(() => out.unsigned(2 ** 53)).toThrow('unsigned');
    expect(() => new ByteReader(Uint8Array.of(0x80)).unsigned()).toThrow('too early');
    expect(() => new ByteReader(Uint8Array.of(1)).raw(2)).toThrow('too early');
    expect(() => new ByteReader(new Uint8Array(12).fill(0xff)).unsigned()).toThrow('too l');
  });

  it('hold more than they began with', () => {
    const out = new ByteWriter();
    const long = new Uint8Array(10_000).fill(7);
    out.raw(long);
    out.byte(8);
    expect(out.bytes()).toEqual(Uint8Array.from([...long, 8]));
  });
});
