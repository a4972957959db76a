import { expect, it } from 'vitest';
import { questionsOf, type TermQuestion } from './lint.ts';
import type { MarketTerms } from './terms.ts';

const CLEAR: MarketTerms = {
  title: 'Will inflation be 3.0 % or more?',
  rules:
    'YES if the figure published before the cut-off is 3.0 % or more. If source and backup disagree, the source counts.',
  source: 'https://stats.example/cpi',
  backupSource: 'https://bank.example/cpi',
  cutOffAt: 7,
  timeZone: 'Europe/London',
  threshold: 'One decimal, as first published.',
  ifTied: 'Cannot be.',
  ifPostponed: 'Void after 7 days.',
  ifCancelled: 'Void.',
};

it('asks nothing of clear terms', () => {
  expect(questionsOf(CLEAR)).toEqual([]);
});

it.each<[TermQuestion, Partial<MarketTerms>]>([
  ['deadline', { rules: 'YES: 3.0 % or more. The backup counts last.' }],
  ['figure', { threshold: 'One decimal.' }],
  ['boundary', { title: 'Will it be above 3 %?', rules: 'YES if it is above 3 % by then. The backup counts last.' }],
  ['zone', { threshold: 'As first published, at 14:00.' }],
  ['source', { source: 'The statistics office' }],
  ['same-source', { backupSource: 'https://stats.example/archive' }],
  ['disagree', { rules: 'YES if the figure published before the cut-off is 3.0 % or more.' }],
  ['postponed', { ifPostponed: 'It counts later.' }],
])('asks about %s of %j', (question, changes) => {
  expect(questionsOf({ ...CLEAR, ...changes })).toEqual([question]);
});

it.each([
  ['over 3 %', ['boundary']],
  ['over $3', ['boundary']],
  ['over the bridge', []],
])('whether it is %s', (where, asked) => {
  const rules = `YES if it is ${where} by then. The backup counts last.`;
  expect(questionsOf({ ...CLEAR, title: 'Will it be?', rules })).toEqual(asked);
});

it('takes a time with its zone', () => {
  expect(questionsOf({ ...CLEAR, threshold: 'As first published, at 14:00 UTC.' })).toEqual([]);
});
