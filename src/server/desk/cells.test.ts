import { expect, it } from 'vitest';
import { chip, sentence } from './cells.ts';

it('says a state in words with a capital first, and leaves names in it as they are', () => {
  expect(sentence('PARTLY_FILLED')).toBe('Partly filled');
  expect(sentence('new_device')).toBe('New device');
  expect(sentence('MM_PAYABLE')).toBe('Maker payable');
  expect(sentence('api_keys')).toBe('API keys');
  expect(chip('held', 'bad')).toEqual({ t: 'chip', v: 'Held', tone: 'bad' });
  expect(chip('API key')).toMatchObject({ v: 'API key', tone: 'plain' });
});
