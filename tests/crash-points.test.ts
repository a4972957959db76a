import { expect, it } from 'vitest';
import { CRASH_POINTS } from '#server/crash-points.ts';
import { ENGINE_POINTS } from './chaos/load.ts';
import { treeFiles } from './tree.ts';

it('a process is killed at each crash point: under the load of the engine, or in the test of a subject', () => {
  const texts = treeFiles()
    .filter(({ path }) => /^tests\/chaos\/.*\.test\.ts$/.test(path))
    .map(({ text }) => text);
  // A test names a point alone, or with the pass at which it kills.
  const isNamed = (point: string) => texts.some((text) => new RegExp(`'${point}(?: \\d+)?'`).test(text));
  expect(CRASH_POINTS.filter((point) => !ENGINE_POINTS.includes(point) && !isNamed(point))).toEqual([]);
});
