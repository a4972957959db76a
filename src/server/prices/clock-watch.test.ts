import { expect, it } from 'vitest';
import { ClockWatch } from './clock-watch.ts';

it('says once that the clock was set, and how long prices wait for one that was set back', () => {
  const lines: unknown[][] = [];
  const write = (...line: unknown[]) => void lines.push(line);
  const watch = new ClockWatch({ error: write, info: write });
  let monotonic = 0;
  const look = (wall: number, newest: number | null) => {
    monotonic += 1_000;
    lines.length = 0;
    watch.look({ wall: wall + monotonic, monotonic, newest: newest === null ? null : newest + monotonic });
    return lines.map(([first]) => first);
  };
  expect(look(0, null)).toEqual([]);
  expect([look(100, 100), look(0, 0)], 'as clocks are corrected').toEqual([[], []]);
  expect(look(3_600_000, 0)).toEqual([{ alarm: 'clock', byMs: 3_600_000 }]);
  expect(look(3_600_000, 3_599_950)).toEqual([]);
  expect(look(0, 3_598_950)).toEqual([
    { alarm: 'clock', byMs: -3_600_000 },
    { alarm: 'clock', behindMs: 3_598_950 },
  ]);
  expect(look(0, 3_597_950)).toEqual([]);
  expect(look(0, 500)).toEqual([]);
  expect(look(0, 0)).toEqual(['the clock has caught up with the prices']);
  expect(look(-2_500, 0)).toEqual([
    { alarm: 'clock', byMs: -2_500 },
    { alarm: 'clock', behindMs: 2_500 },
  ]);
});
