import type { TickMark } from 'lightweight-charts';
import { expect, test } from 'vitest';
import { RoundTimes } from './round-times.ts';

test('half and quarter minutes are marked before other seconds, and read like them', () => {
  const axis = new RoundTimes();
  const points = Array.from({ length: 61 }, (_, second) => {
    const originalTime = 1_700_000_100 + second;
    return { timeWeight: 0, time: axis.convertHorzItemToInternal(originalTime as never), originalTime };
  });
  axis.fillWeightsForPoints(points as never, 0);
  const weights = points.map(({ timeWeight }) => timeWeight);
  expect([31, 35, 45, 30, 60].map((second) => weights[second])).toEqual([10, 11, 12, 13, 20]);
  const seen: unknown[] = [];
  axis.setOptions({
    timeScale: {
      timeVisible: true,
      secondsVisible: true,
      tickMarkFormatter: (_: unknown, type: unknown) => seen.push(type),
    },
    localization: {},
  } as never);
  for (const second of [31, 30])
    axis.formatTickmark({ ...points[second], weight: weights[second] } as never as TickMark, { locale: 'en' } as never);
  expect(seen).toEqual([4, 4]);
});
