import { expect, it } from 'vitest';
import { readSplit } from './split-act.ts';

it.each([
  ['Ann Example, 25', [{ title: 'Ann Example', part: 250 }]],
  [
    '  Ann Example ,2.5 % \n\nSmith, Jones and Co, 10',
    [
      { title: 'Ann Example', part: 25 },
      { title: 'Smith, Jones and Co', part: 100 },
    ],
  ],
  ['', null],
  ['Ann Example', null],
  ['Ann Example, 0', null],
  ['Ann Example, 100', null],
  ['Ann Example, 2.55', null],
  [', 5', null],
  [`${'a'.repeat(101)}, 5`, null],
  [Array.from({ length: 31 }, (_, at) => `Team ${at}, 1`).join('\n'), null],
] as const)('reads %j, one outcome a line', (text, into) => expect(readSplit(text)).toEqual(into));
