import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { solve, zeroBits } from './challenge.ts';

describe("the browser's task", () => {
  it('counts leading zero bits', () => {
    expect(zeroBits(new Uint8Array([0x80]))).toBe(0);
    expect(zeroBits(new Uint8Array([0x01]))).toBe(7);
    expect(zeroBits(new Uint8Array([0, 0x10]))).toBe(11);
    expect(zeroBits(new Uint8Array([0, 0]))).toBe(16);
  });

  it.each([0, 1, 8, 11])('finds a proof of %i bits that another implementation takes', async (difficulty) => {
    const proof = await solve('c-1', difficulty);
    const hash = createHash('sha256').update(`c-1.${proof}`).digest();
    expect(zeroBits(hash)).toBeGreaterThanOrEqual(difficulty);
  });

  it('ends when it is no longer wanted', async () => {
    await expect(solve('c-1', 200, AbortSignal.timeout(5))).rejects.toThrow('timeout');
  });
});
