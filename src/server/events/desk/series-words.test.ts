import { expect, it } from 'vitest';
import { isSeriesRule } from '#domain/events/series.ts';
import { seriesWords } from './series-words.ts';

it.each([
  ['FREQ=DAILY', 'Every day'],
  ['FREQ=HOURLY;INTERVAL=6', 'Every 6 hours'],
  ['FREQ=WEEKLY;BYDAY=MO,WE,FR', 'Every week on Monday, Wednesday and Friday'],
  ['FREQ=MONTHLY;BYDAY=1MO,-1SU', 'Every month on the first Monday and the last Sunday'],
  ['FREQ=MONTHLY;BYDAY=-2FR', 'Every month on the second last Friday'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,-1', 'Every month on day 1 and the last of the month'],
  ['FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=4', 'Every year on day 4 of the month in January and July'],
  ['FREQ=DAILY;BYHOUR=9,15;COUNT=10', 'Every day in the hours from 09:00 and 15:00, 10 times'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1;COUNT=1', 'Every month on Monday and Tuesday, only the last of them, once'],
  ['FREQ=DAILY;BYSETPOS=7', 'Every day, only the number 7 of them'],
  ['FREQ=WEEKLY;WKST=MO;UNTIL=20261231T093000', 'Every week, until 2026-12-31 09:30'],
])('says %s in words', (rule, words) => {
  expect(isSeriesRule(rule)).toBe(true);
  expect(seriesWords(rule)).toBe(words);
});
