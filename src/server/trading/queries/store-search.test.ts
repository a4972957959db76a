import { expect, test } from 'vitest';
import { searchPatterns } from './store-search.ts';

test.each<[string | null, ReturnType<typeof searchPatterns>]>([
  [null, null],
  ['  ', null],
  ['…', null],
  ['btc', { starts: 'btc%', ends: null, pair: '%BTC%' }],
  [' 5AF09C21 ', { starts: '5af09c21%', ends: '%5af09c21', pair: '%5AF09C21%' }],
  ['…5af09c21', { starts: '5af09c21%', ends: '%5af09c21', pair: '%5AF09C21%' }],
  ['...5af09c21', { starts: '5af09c21%', ends: '%5af09c21', pair: '%5AF09C21%' }],
  ['50%_a\\', { starts: '50\\%\\_a\\\\%', ends: '%50\\%\\_a\\\\', pair: '%50\\%\\_A\\\\%' }],
])('%j', (text, patterns) => {
  expect(searchPatterns(text)).toEqual(patterns);
});
