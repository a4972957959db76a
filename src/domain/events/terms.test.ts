import { describe, expect, it } from 'vitest';
import { canonicalJson, type CanonicalValue } from '../proofs/canonical.ts';
import {
  clarifiedRules,
  draftFaults,
  eventRules,
  isSlug,
  MOST_OUTCOMES,
  REST_TITLE,
  slugOf,
  splitFault,
  splitRules,
  tagsOf,
} from './terms.ts';
import type { MarketTerms } from './terms.ts';

const NOW = 1_800_000_000_000;
const WHOLE: MarketTerms = {
  title: 'Will the bank keep its rate in March?',
  rules: 'YES if the rate announced is the one before.',
  source: 'https://bank.example/rates',
  backupSource: 'https://news.example/rates',
  cutOffAt: NOW + 1,
  timeZone: 'Europe/London',
  threshold: 'The first figure, as announced.',
  ifTied: 'Cannot be.',
  ifPostponed: 'Stays open for 7 days, then void.',
  ifCancelled: 'Void.',
};

describe('a draft', () => {
  it('is whole with every rule', () => expect(draftFaults(WHOLE, NOW)).toEqual([]));

  it.each<[keyof MarketTerms, string | number]>([
    ['title', ' '],
    ['rules', ''],
    ['source', ''],
    ['backupSource', ''],
    ['backupSource', WHOLE.source],
    ['threshold', ''],
    ['ifTied', ''],
    ['ifPostponed', ''],
    ['ifCancelled', ''],
    ['timeZone', 'Mars/Olympus'],
    ['cutOffAt', NOW],
  ])('lacks its %s: %j', (field, value) => {
    expect(draftFaults({ ...WHOLE, [field]: value }, NOW)).toContain(field);
  });

  it('has rules that can be hashed, with all its terms in them', () => {
    const text = canonicalJson(eventRules('m', WHOLE));
    const { cutOffAt: _at, ...texts } = WHOLE;
    for (const value of Object.values(texts)) expect(text).toContain(value);
    expect(text).toContain(`"cutOffMs":${WHOLE.cutOffAt}`);
  });

  it('says what was clarified after all that its rules said before, and which ones it amends', () => {
    const rules = eventRules('m', WHOLE) as Record<string, string>;
    const once = clarifiedRules(rules, { at: 1, text: 'A draw is NO.' }, 'aa') as typeof rules;
    expect(clarifiedRules(once, { at: 2, text: 'So is a replay.' }, 'bb')).toEqual({
      ...rules,
      amends: 'bb',
      clarifications: [
        { at: 1, text: 'A draw is NO.' },
        { at: 2, text: 'So is a replay.' },
      ],
    });
  });
});

it.each([
  ['Will ETH be above 5,000?', 'will-eth-be-above-5-000'],
  ['  Élection présidentielle  ', 'election-presidentielle'],
  ['日本', ''],
  ['x'.repeat(200), 'x'.repeat(80)],
])('makes an address of %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
  expect(isSlug(slug)).toBe(slug !== '');
});

it('keeps tags in lower case, each once', () => {
  expect(tagsOf(['Football', ' football ', '', 'EURO'])).toEqual(['euro', 'football']);
});

describe('a split of the rest', () => {
  const outcomes = ['Harriers', 'Rovers', REST_TITLE];
  const part = (title: string, of = 100) => ({ title, part: of });

  it.each<[string, string, readonly { title: string; part: number }[], ReturnType<typeof splitFault>]>([
    ['one more', REST_TITLE, [part('United')], null],
    ['all but a thousandth', REST_TITLE, [part('United', 500), part('Albion', 499)], null],
    ['a named outcome', 'Rovers', [part('United')], 'not-rest'],
    ['nothing', REST_TITLE, [], 'names'],
    ['a name that is there', REST_TITLE, [part(' rovers')], 'names'],
    ['two of one name', REST_TITLE, [part('United'), part('UNITED')], 'names'],
    ['no name', REST_TITLE, [part(' ')], 'names'],
    ['all of it', REST_TITLE, [part('United', 1_000)], 'parts'],
    ['no part', REST_TITLE, [part('United', 0)], 'parts'],
    ['too many', REST_TITLE, Array.from({ length: MOST_OUTCOMES - 2 }, (_, at) => part(`Team ${at}`, 10)), 'most'],
  ])('into %s', (...[, title, into, fault]) => expect(splitFault({ title, outcomes }, into)).toBe(fault));

  it('is of an event of several outcomes', () =>
    expect(splitFault({ title: REST_TITLE, outcomes: [REST_TITLE] }, [part('United')])).toBe('not-rest'));

  it('is said in the rules, with the hash of those before', () => {
    const before = eventRules('m', WHOLE, outcomes) as Record<string, CanonicalValue>;
    const said = { at: NOW, from: REST_TITLE, into: ['United'] };
    const now = [...outcomes, 'United'];
    const first = splitRules(before, { said, outcomes: now, amends: 'ab' });
    expect(first).toEqual({ ...before, oneOf: now, amends: 'ab', splits: [said] });
    const again = splitRules(first as typeof before, {
      said: { ...said, into: ['Albion'] },
      outcomes: now,
      amends: 'cd',
    });
    expect(again).toMatchObject({ amends: 'cd', splits: [said, { into: ['Albion'] }] });
    expect(splitRules(before, { said, outcomes: now, amends: null })).not.toHaveProperty('amends');
  });
});
