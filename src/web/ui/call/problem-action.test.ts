import { describe, expect, it } from 'vitest';
import { CATALOGUE_CODES, ERROR_CATALOGUE } from '#protocol/error-catalogue.ts';
import { shownNumber } from '#web/api/api-error.ts';
import { supportQuery } from '#web/support-link.ts';
import { aboutOf } from '#web/features/support/ticket-draft.ts';
import { problemActionOf } from './problem-action.ts';

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
    expect(problemActionOf({ code, action, requestId: 'r-1' })?.to ?? null).toBe(to);
  });

  it('leads to support wherever the catalogue says so', () => {
    for (const code of CATALOGUE_CODES) {
      const { action } = ERROR_CATALOGUE[code];
      expect(problemActionOf({ code, action, requestId: null })?.to === 'support', code).toBe(action === 'support');
    }
  });

  it.each([
    ['r-17', 'UnexpectedError r-17'],
    [null, 'UnexpectedError'],
  ])('names itself and its request to support, as the form reads it: %s', (requestId, ref) => {
    const way = problemActionOf({ code: 'UnexpectedError', action: 'support', requestId });
    expect(way).toEqual({ to: 'support', about: { kind: 'error', ref } });
    const query = way?.to === 'support' ? supportQuery(way.about) : '';
    expect(aboutOf(new URLSearchParams(query).get('about'))).toEqual({ kind: 'error', ref });
  });
});
