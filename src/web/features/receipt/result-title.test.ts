import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RoundFacts } from '#verify/rounds/round-facts.ts';
import type { Facts } from '#verify/verify.ts';
import { LOCALES, type Locale } from '#web/i18n/locales.ts';
import type { Messages } from '#web/i18n/namespaces.ts';
import { Texts } from '#web/i18n/texts.ts';
import { predictionTitle, roundTitle } from './result-title.ts';

const textsOf = (locale: Locale) => {
  const file = new URL(`../../i18n/locales/${locale}/verify.json`, import.meta.url);
  return new Texts(locale, { verify: JSON.parse(readFileSync(file, 'utf8')) as Messages }).of('verify').t;
};
const prediction = (outcome: string | null, dir = 'UP') => ({ outcome, dir }) as unknown as Facts;
const round = (outcome: string) => ({ outcome }) as unknown as RoundFacts;

describe('the title of a result', () => {
  const t = textsOf('en');

  it.each([
    ['valid', prediction('WIN'), 'The Up prediction won. All 7 checks passed.'],
    ['valid', prediction('LOSE'), 'The Up prediction lost. All 7 checks passed.'],
    ['valid', prediction('LOSE', 'DOWN'), 'The Down prediction lost. All 7 checks passed.'],
    ['provisional', prediction('WIN', 'DOWN'), 'The Down prediction won. All checks passed so far.'],
    ['provisional', prediction(null), 'Not settled yet'],
    ['valid', prediction('VOID'), 'Voided, stake refunded. No check failed.'],
    ['provisional', prediction('VOID'), 'Voided, stake refunded. No check failed.'],
    ['invalid', prediction('WIN'), 'Check 3 failed'],
    ['invalid', null, 'Check 3 failed'],
  ] as const)('of a prediction that is %s', (verdict, facts, title) => {
    expect(predictionTitle(t, { verdict, facts }, 3)).toBe(title);
  });

  it.each([
    ['valid', round('UP'), 'Up won. All 7 checks passed.'],
    ['valid', round('TIE'), 'All 7 checks passed'],
    ['provisional', round('UP'), 'Up won. All checks passed so far.'],
    ['provisional', round('VOID'), 'No check failed'],
    ['valid', round('VOID'), 'No check failed'],
    ['invalid', round('VOID'), 'Check 2 failed'],
  ] as const)('of a round that is %s', (verdict, facts, title) => {
    expect(roundTitle(t, { verdict, facts }, 2)).toBe(title);
  });

  it.each(LOCALES)('never says of a void that all checks pass (%s)', (locale) => {
    const say = textsOf(locale);
    const all = say('verdict.valid');
    for (const verdict of ['valid', 'provisional'] as const) {
      const title = predictionTitle(say, { verdict, facts: prediction('VOID') }, 0);
      expect(title).toContain(say('verdict.void'));
      expect(title).not.toContain(all);
    }
  });
});
