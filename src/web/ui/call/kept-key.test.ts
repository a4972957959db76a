import { describe, expect, it } from 'vitest';
import { KeptKey } from './kept-key.ts';

describe('the key of what a form sends', () => {
  it('stays while no answer comes, and is new after one', () => {
    const key = new KeptKey();
    const first = key.of({ amount: '5.00' });
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(key.of({ amount: '5.00' })).toBe(first);
    key.answered();
    expect(key.of({ amount: '5.00' })).not.toBe(first);
  });

  it('is another one for something else', () => {
    const key = new KeptKey();
    const first = key.of({ amount: '5.00' });
    expect(key.of({ amount: '6.00' })).not.toBe(first);
    // The server took nothing under the first key, as far as the form knows: that one is not used again either.
    expect(key.of({ amount: '5.00' })).not.toBe(first);
  });
});
