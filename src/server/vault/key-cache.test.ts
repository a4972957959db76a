import { describe, expect, it } from 'vitest';
import { KeyCache } from './key-cache.ts';

const [ANN, BOB] = ['ann', 'bob'];
const id = (n: number) => Buffer.from(String(n).padStart(8, '0'));
const key = Buffer.alloc(32, 1);

describe('unwrapped keys', () => {
  it('are kept a minute', () => {
    let now = 0;
    const cache = new KeyCache(() => now);
    cache.keep(ANN, id(1), key);
    now = 59_999;
    expect(cache.find(ANN, id(1))).toBe(key);
    expect(cache.find(ANN, id(2))).toBeNull();
    expect(cache.find(BOB, id(1))).toBeNull();
    now = 60_000;
    expect(cache.find(ANN, id(1))).toBeNull();
    expect(cache.size).toBe(0);
  });

  it('are at most 5,000, the oldest go first', () => {
    const cache = new KeyCache(() => 0);
    for (let n = 0; n < 6_000; n += 1) cache.keep(ANN, id(n), key);
    expect(cache.size).toBe(5_000);
    expect(cache.find(ANN, id(999))).toBeNull();
    expect(cache.find(ANN, id(1_000))).toBe(key);
  });

  it('of a closed person go at once and come back only after a minute', () => {
    let now = 0;
    const cache = new KeyCache(() => now);
    cache.keep(ANN, id(1), key);
    cache.keep(BOB, id(1), key);
    cache.close(ANN);
    cache.keep(ANN, id(1), key);
    expect(cache.find(ANN, id(1))).toBeNull();
    expect(cache.find(BOB, id(1))).toBe(key);
    now = 60_000;
    cache.close(BOB);
    cache.keep(ANN, id(1), key);
    expect(cache.find(ANN, id(1))).toBe(key);
  });
});
