import { describe, expect, it } from 'vitest';
import { readMoment } from './fields.ts';

describe('a moment as staff type it', () => {
  it.each([
    ['2026-12-24 09:00', '2026-12-24T09:00:00.000Z'],
    ['2026-12-24T09:00:30', '2026-12-24T09:00:30.000Z'],
    [' 2026-12-24T09:00:00.250Z ', '2026-12-24T09:00:00.250Z'],
    ['2026-12-24 09:00+02:00', '2026-12-24T07:00:00.000Z'],
  ])('%s is %s, wherever the server is', (typed, iso) => {
    expect(readMoment(typed)).toBe(Date.parse(iso));
  });

  it.each([
    undefined,
    '',
    'soon',
    '2026-02-30 09:00',
    '2026-12-24',
    '24/12/2026 09:00',
    '1795626000000',
    'Dec 24 2026',
  ])('%s is none', (typed) => {
    expect(readMoment(typed)).toBe('malformed');
  });
});
