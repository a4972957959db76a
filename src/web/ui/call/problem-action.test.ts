import { describe, expect, it } from 'vitest';
import { CATALOGUE_CODES, ERROR_CATALOGUE } from '#protocol/error-catalogue.ts';
import { shownNumber } from '#web/api/api-error.ts';
import { problemActionOf } from './problem-action.ts';

const HELP = 'help@tikvo.example';

it('shows the number of its request where support is asked for it', () => {
  const number = (code: keyof typeof ERROR_CATALOGUE) => shownNumber({ ...ERROR_CATALOGUE[code], requestId: 'r-1' });
  expect(number('UnexpectedError')).toBe('r-1');
  expect([number('WrongCredentials'), number('OTPInvalid'), number('NoBalance')]).toEqual([null, null, null]);
});

describe('the way on from a refusal', () => {
  it.each([
    ['NotSignedIn', 'login'],
    ['UserAlreadyExists', 'own'],
    ['UnexpectedError', 'support'],
    ['SomethingWentWrong', 'support'],
    ['NotificationsError', 'support'],
    ['WrongCredentials', null],
    ['OTPInvalid', null],
    ['RegionNotServed', null],
    ['RateLimit', null],
  ] as const)('%s leads to %s', (code, to) => {
    const { action } = ERROR_CATALOGUE[code];
    expect(problemActionOf({ code, action, requestId: 'r-1' }, HELP)?.to ?? null).toBe(to);
  });

  it('leads to support wherever the catalogue says so, and nowhere where the house names no address', () => {
    for (const code of CATALOGUE_CODES) {
      const { action } = ERROR_CATALOGUE[code];
      const problem = { code, action, requestId: null };
      expect(problemActionOf(problem, HELP)?.to === 'support', code).toBe(action === 'support');
      expect(problemActionOf(problem, null)?.to, code).not.toBe('support');
    }
  });

  it('names itself and its request to support', () => {
    const problem = { code: 'UnexpectedError', action: 'support' } as const;
    expect(problemActionOf({ ...problem, requestId: 'r-17' }, HELP)).toEqual({
      to: 'support',
      href: 'mailto:help@tikvo.example?subject=UnexpectedError%20r-17',
    });
    expect(problemActionOf({ ...problem, requestId: null }, HELP)).toMatchObject({
      href: 'mailto:help@tikvo.example?subject=UnexpectedError',
    });
  });
});
