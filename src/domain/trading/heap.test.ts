import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MinHeap } from './heap.ts';

describe('the heap', () => {
  it('gives everything back by key, equal keys in the order in which they came', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (keys) => {
        const heap = new MinHeap<number>();
        keys.forEach((key, index) => heap.push(key, index));
        expect(heap.size).toBe(keys.length);
        const out: number[] = [];
        while (heap.size > 0) {
          expect(heap.topKey()).toBe(keys[heap.items()[0]!]);
          out.push(heap.pop()!);
        }
        const sorted = keys.map((_, index) => index).toSorted((a, b) => keys[a]! - keys[b]! || a - b);
        expect(out).toEqual(sorted);
        expect(heap.pop()).toBeUndefined();
        expect(heap.topKey()).toBe(Infinity);
      }),
    );
  });
});
