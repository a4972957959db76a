import { expect, test } from 'vitest';
import { filesOfDay, rankOf, TURNS } from './runs/turns.mjs';
import { treeFiles } from './tree.ts';

const files = Array.from({ length: 23 }, (_, at) => `tests/scenarios/a/${at}.test.ts`);
const always = /\/[12]\.test/;
const days = Array.from({ length: TURNS }, (_, at) => 20_784 + at);

test('within twelve days each file runs once, and those that always run run each day', () => {
  const runs = days.flatMap((day) => filesOfDay(files, { always, day }));
  const times = new Map(files.map((file) => [file, runs.filter((one) => one === file).length]));
  expect([...times].filter(([file, count]) => count !== (always.test(file) ? TURNS : 1))).toEqual([]);
});

test('more of a day are the files of the five days that follow, without those that always run', () => {
  const [day = 0, ...after] = days;
  const turns = after
    .slice(0, 5)
    .flatMap((one) => filesOfDay(files, { always: /^$/, day: one }))
    .toSorted();
  expect(filesOfDay(files, { always: /^$/, day, more: true }).toSorted()).toEqual(turns);
  expect(filesOfDay(files, { always, day, more: true }).filter((file) => always.test(file))).toEqual([]);
});

test('the long ones are shared out between the days', () => {
  const stories = treeFiles().flatMap(({ path }) => (/^tests\/e2e\/[^/]*\.e2e\.ts$/.test(path) ? [path] : []));
  expect(stories.length).toBeGreaterThan(10);
  const counts = days.map((day) => filesOfDay(stories, { always: /\/story\./, day }).length);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  expect(rankOf('tests/e2e/pages.e2e.ts')).toBe(0);
});
