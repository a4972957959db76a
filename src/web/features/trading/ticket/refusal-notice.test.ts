import { expect, it } from 'vitest';
import { noticeOf } from './refusal-notice.ts';

it.each([
  ['ExposureLimit', 'At most $3.00 still fits.'],
  ['StakeLimit', 'At most $3.00 still fits.'],
  ['MarketClosed', 'Too much'],
  ['SelfExcluded', null],
] as const)('of %s the line under the buttons says: %s', (code, line) => {
  expect(noticeOf({ code, title: 'Too much', text: 'At most $3.00 still fits.' })).toBe(line);
});
