import { describe, expect, it } from 'vitest';
import {
  COMPARISONS,
  momentText,
  tickAnswer,
  tickAt,
  tickRuleFault,
  tickTexts,
  type SeenTick,
  type TickRule,
} from './tick-rule.ts';

const AT = Date.parse('2026-12-01T12:00:00Z');
const DAY = 86_400_000;
const RULE: TickRule = {
  pair: 'BTC-USD',
  feed: 'live',
  scale: 2,
  comparison: 'above',
  at: AT,
  against: { threshold: 10_000_000 },
};
const tick = (changed: Partial<SeenTick> = {}): SeenTick => ({
  seq: 7,
  t: AT + 250,
  tSource: AT + 200,
  price: 10_000_001,
  isWrong: false,
  ...changed,
});
const answer = (price: number, changed: Partial<TickRule> = {}, since: SeenTick | null = null) =>
  tickAnswer({ ...RULE, ...changed }, { at: tick({ price }), since, comparable: true });

describe('the answer of our prices', () => {
  it('is yes and no on the sides of a threshold, and exactly at it as the comparison says', () => {
    const at = (comparison: TickRule['comparison']) =>
      [9_999_999, 10_000_000, 10_000_001].map((price) => answer(price, { comparison }));
    expect(COMPARISONS.map(at)).toEqual([
      ['NO', 'NO', 'YES'],
      ['YES', 'NO', 'NO'],
      ['NO', 'YES', 'YES'],
      ['YES', 'YES', 'NO'],
    ]);
  });

  it('is that of two moments, the same price too', () => {
    const against = { since: AT - DAY };
    const since = tick({ price: 500 });
    expect([499, 500, 501].map((price) => answer(price, { against }, since))).toEqual(['NO', 'NO', 'YES']);
    expect([499, 500, 501].map((price) => answer(price, { against, comparison: 'at_most' }, since))).toEqual([
      'YES',
      'YES',
      'NO',
    ]);
  });

  it('is none where a moment has no price, and where two cannot be compared', () => {
    expect(tickAnswer(RULE, { at: null, since: null, comparable: true })).toBeNull();
    expect(answer(501, { against: { since: AT - DAY } })).toBeNull();
    const since = tick({ price: 500 });
    const rule = { ...RULE, against: { since: AT - DAY } };
    expect(tickAnswer(rule, { at: tick(), since, comparable: false })).toBeNull();
  });
});

describe('the price at a moment', () => {
  it('is the first one taken in from then on', () => {
    const [before, first, second] = [
      tick({ seq: 1, t: AT - 1 }),
      tick({ seq: 2, t: AT, tSource: AT - 40 }),
      tick({ seq: 3 }),
    ];
    expect(tickAt([before, first, second], AT)).toBe(first);
  });

  it.each([
    ['at the end of its window', { t: AT + 60_000 }, true],
    ['too late', { t: AT + 60_001 }, false],
    ['stated a minute before', { tSource: AT - 60_000 }, true],
    ['stated too long before', { tSource: AT - 60_001 }, false],
    ['stated ahead of when it was taken in', { tSource: AT + 251 }, false],
    ['found to be wrong', { isWrong: true }, false],
  ])('may be one that is %s', (_, changed, may) => {
    expect(tickAt([tick(changed)], AT) !== null).toBe(may);
  });

  it('is no later one in place of the first that is wrong', () => {
    expect(tickAt([tick({ isWrong: true }), tick({ seq: 8, t: AT + 300 })], AT)).toBeNull();
  });

  it('is none where no tick came', () => {
    expect(tickAt([], AT)).toBeNull();
  });
});

describe('a rule', () => {
  it.each([
    ['at', RULE, AT + 1],
    ['threshold', { ...RULE, against: { threshold: 0 } }, AT],
    ['threshold', { ...RULE, against: { threshold: 0.5 } }, AT],
    ['since', { ...RULE, against: { since: AT } }, AT],
    ['since', { ...RULE, against: { since: AT - 7 * DAY - 1 } }, AT],
    [null, RULE, AT],
    [null, { ...RULE, against: { since: AT - 7 * DAY } }, AT - DAY],
  ] as const)('has the fault %s', (fault, rule, cutOffAt) => {
    expect(tickRuleFault(rule, cutOffAt)).toBe(fault);
  });

  it('says the moment and the exact tie as its data does', () => {
    expect(momentText(AT)).toBe('1 December 2026, 12:00:00 UTC');
    expect(tickTexts(RULE)).toMatchObject({
      title: 'Is BTC-USD above 100,000.00 at 1 December 2026, 12:00:00 UTC?',
      threshold: 'The first published figure, 2 decimals, not rounded. Exactly 100,000.00 is NO.',
      ifTied: 'Exactly 100,000.00 is NO.',
    });
    const since = { ...RULE, comparison: 'at_least', feed: 'replay', against: { since: AT - DAY } } as const;
    const { rules, ifTied } = tickTexts(since);
    expect(ifTied).toBe('The same price at both moments is YES.');
    expect(rules).toContain(
      'is at or above its price at 30 November 2026, 12:00:00 UTC; otherwise NO. The same price at both',
    );
    expect(rules).toContain('the first tick of BTC-USD#replay that is taken in');
  });
});
