import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '#web/i18n/locales.ts';
import type { Messages } from '#web/i18n/namespaces.ts';
import { Texts } from '#web/i18n/texts.ts';
import { faultOf, questionMail } from './question-mail.ts';

const textsOf = (locale: Locale) => {
  const file = new URL(`../../i18n/locales/${locale}/verify.json`, import.meta.url);
  return new Texts(locale, { verify: JSON.parse(readFileSync(file, 'utf8')) as Messages }).of('verify').t;
};
const FAULT = { check: 'The money is correct', words: 'CREDIT: 9.1 was due, 999 paid' };

describe('a question about a result', () => {
  it('names the receipt, the check that failed and the words of the checker', () => {
    const { subject, body } = questionMail(textsOf('en'), { id: '4711', fingerprint: 'ab12', fault: FAULT });
    expect(subject).toBe('Question about result 4711');
    expect(body.split('\n')).toEqual([
      'What I think is wrong:',
      '',
      '',
      'Receipt:',
      '4711',
      '',
      'Fingerprint',
      'ab12',
      '',
      'Check that failed:',
      'The money is correct',
      '',
      'What the checker says:',
      'CREDIT: 9.1 was due, 999 paid',
      '',
      'Download the receipt and attach it, so support sees what you see.',
    ]);
  });

  it.each([
    ['fail', 'CREDIT', { check: 'The money is correct', words: 'CREDIT: too much' }],
    ['pass', null, null],
  ] as const)('takes its fault from the checks: %s', (state, code, fault) => {
    const checks = [{ name: 'record', state: 'pass' } as const, { name: 'money', state } as const];
    expect(faultOf(textsOf('en'), { checks, code, detail: 'too much' })).toEqual(fault);
  });

  it('says nothing of a check where none failed, and nothing that an unreadable receipt does not say', () => {
    const { subject, body } = questionMail(textsOf('en'), { id: null, fingerprint: null, fault: null });
    expect(subject).toBe('Question about result –');
    expect(body).not.toContain('failed');
    expect(body).not.toContain('Receipt:');
  });

  it.each(LOCALES)('keeps what is copied on lines of its own, without marks: %s', (locale) => {
    const { body } = questionMail(textsOf(locale), { id: '4711', fingerprint: 'ab12', fault: FAULT });
    expect(body.split('\n')).toEqual(expect.arrayContaining(['4711', 'ab12', FAULT.words]));
  });
});
