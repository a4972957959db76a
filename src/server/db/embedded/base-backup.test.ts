import { expect, it } from 'vitest';
import { walFilesOf } from './base-backup.ts';

const MB = 1024n * 1024n;
const CASES = [
  { from: '0/2000028', to: '0/2000158', segment: 16n, names: ['000000010000000000000002'] },
  // An end on the edge of a segment needs nothing of the next.
  { from: '0/2000028', to: '0/3000000', segment: 16n, names: ['000000010000000000000002'] },
  {
    from: '0/FE000028',
    to: '1/10000A0',
    segment: 16n,
    names: [
      '0000000100000000000000FE',
      '0000000100000000000000FF',
      '000000010000000100000000',
      '000000010000000100000001',
    ],
  },
  { from: '2/C0000028', to: '3/28', segment: 1024n, names: ['000000010000000200000003', '000000010000000300000000'] },
];

it.each(CASES)('the log from $from to $to in segments of $segment MB lies in named files', (one) => {
  const { from, to, segment } = one;
  expect(walFilesOf({ from, to, timeline: 1, segmentBytes: segment * MB })).toEqual(one.names);
});
