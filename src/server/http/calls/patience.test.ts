import { expect, it } from 'vitest';
import { patienceOf } from './patience.ts';

it('waits for a file as long as the screens that ask for it', () => {
  const asked = [
    [{}, false],
    [{ csv: 'list' }, false],
    [{ csv: 'list' }, true],
    [{ csv: 'file' }, false],
    [{ csv: 'file' }, true],
  ] as const;
  expect(asked.map(([endpoint, wantsCsv]) => patienceOf(endpoint, { wantsCsv }))).toEqual([
    20_000, 20_000, 120_000, 120_000, 120_000,
  ]);
});
