import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { socialOutcome } from './social.ts';

const account = { userId: 'owner', emailConfirmed: true, hasPassword: true };
const nobody = { linkedTo: null, emailVerified: true, account: null };

describe('a sign-in elsewhere', () => {
  it.each([
    ['a known subject goes on as its person', { ...nobody, linkedTo: 'p' }, { kind: 'sign-in', userId: 'p' }],
    ['a new one signs up', nobody, { kind: 'sign-up' }],
    ['the same confirmed e-mail asks for a proof', { ...nobody, account }, { kind: 'prove', userId: 'owner' }],
    [
      'one that the provider does not vouch for says nothing of the account',
      { ...nobody, emailVerified: false, account },
      { kind: 'sign-up' },
    ],
    [
      'one that we have not confirmed does not',
      { ...nobody, account: { ...account, emailConfirmed: false } },
      { kind: 'taken' },
    ],
    ['one without a password does not', { ...nobody, account: { ...account, hasPassword: false } }, { kind: 'taken' }],
  ] as const)('%s', (_, situation, outcome) => {
    expect(socialOutcome(situation)).toEqual(outcome);
  });

  it('never lets anybody into an account for its e-mail alone', () => {
    const situation = fc.record({
      linkedTo: fc.constantFrom(null, 'linked'),
      emailVerified: fc.boolean(),
      account: fc.record({ userId: fc.constant('owner'), emailConfirmed: fc.boolean(), hasPassword: fc.boolean() }),
    });
    fc.assert(
      fc.property(situation, (given) => {
        const outcome = socialOutcome(given);
        const into = outcome.kind === 'sign-in' ? outcome.userId : null;
        expect([null, given.linkedTo]).toContain(into);
      }),
    );
  });
});
