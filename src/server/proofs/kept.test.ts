import { expect, it } from 'vitest';
import { Kept } from './kept.ts';

it('keeps what was asked for last up to its bytes, makes it once, and no failure', async () => {
  const made: string[] = [];
  const kept = new Kept<string>(10, (text) => text.length);
  const ask = (key: string, text: string) =>
    kept.of(key, () => {
      made.push(key);
      return text === '' ? Promise.reject(new Error('no')) : Promise.resolve(text);
    });
  expect(await Promise.all([ask('a', 'aaaa'), ask('a', 'aaaa')])).toEqual(['aaaa', 'aaaa']);
  await ask('b', 'bbbb');
  await ask('a', 'aaaa');
  await ask('c', 'cccc');
  expect(kept.bytes).toBe(8);
  await ask('a', 'aaaa');
  await ask('b', 'bbbb');
  expect(made).toEqual(['a', 'b', 'c', 'b']);
  await expect(ask('d', '')).rejects.toThrow('no');
  await expect(ask('d', '')).rejects.toThrow('no');
  expect(made.slice(4)).toEqual(['d', 'd']);
  await ask('e', 'e'.repeat(50));
  expect(kept.bytes).toBe(50);
});
