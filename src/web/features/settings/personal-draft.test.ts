import { describe, expect, it } from 'vitest';
import type { Profile } from '#web/api/profile.ts';
import { changesOf, draftOf, isFixed, missingField } from './personal-draft.ts';

const person = (part: Partial<Profile> = {}): Profile => ({
  id: 'p',
  email: 'mila@mail.test',
  role: 'USER',
  totalBalance: 0,
  totalBalanceStr: '0.000000',
  balances: {
    cash: 0,
    cashStr: '0',
    bonus: 0,
    bonusStr: '0',
    locked: 0,
    lockedStr: '0',
    withdrawable: 0,
    withdrawableStr: '0',
  },
  verifications: { email: true, name: 'PENDING_NAME' },
  firstName: null,
  lastName: null,
  birthDate: null,
  nickname: null,
  country: 'PT',
  language: 'en',
  hasPassword: true,
  twoFactor: 'none',
  predictionMax: null,
  predictionMaxStr: null,
  avatar: null,
  createdAt: '2026-03-04T00:00:00.000Z',
  appearance: null,
  ...part,
});

describe('a draft of the personal data', () => {
  it('is empty where nothing is set, and no change', () => {
    const profile = person();
    expect(draftOf(profile)).toEqual({ firstName: '', lastName: '', birthDate: '', nickname: '', country: 'PT' });
    expect(changesOf(profile, draftOf(profile))).toBeNull();
  });

  it('sends only what changed, without spaces at the ends', () => {
    const profile = person();
    const draft = { ...draftOf(profile), firstName: ' Mila ', lastName: 'Kovar', birthDate: '1990-02-28' };
    expect(changesOf(profile, draft)).toEqual({ firstName: 'Mila', lastName: 'Kovar', birthDate: '1990-02-28' });
    expect(changesOf(profile, { ...draftOf(profile), nickname: '  ' })).toBeNull();
  });

  it('takes a chosen name back with null', () => {
    const profile = person({ nickname: 'mila-k' });
    expect(changesOf(profile, { ...draftOf(profile), nickname: '' })).toEqual({ nickname: null });
  });

  it.each([
    ['PENDING_APPROVE', true],
    ['APPROVED', true],
    ['BLOCKED', true],
    ['PENDING_NAME', false],
    ['REJECTED', false],
  ] as const)(
    'sends name and country of somebody whose name is %s only where the server takes them: fixed %s',
    (name, fixed) => {
      const someone = person({ firstName: 'Mila', lastName: 'Kovar', verifications: { email: true, name } });
      expect(isFixed(someone)).toBe(fixed);
      const change = { firstName: 'A', lastName: 'B', birthDate: '1990-02-28', country: 'DE' };
      expect(changesOf(someone, { ...change, nickname: '' })).toEqual(fixed ? null : change);
    },
  );

  it.each([
    [{ firstName: '', lastName: '' }, null],
    [{ firstName: 'Mila', lastName: '' }, 'lastName'],
    [{ firstName: ' ', lastName: 'Kovar' }, 'firstName'],
    [{ firstName: 'Mila', lastName: 'Kovar' }, 'birthDate'],
    [{ firstName: 'Mila', lastName: 'Kovar', birthDate: '1990-02-28' }, null],
    [{ nickname: 'm' }, 'nickname'],
  ] as const)('with %o lacks %s', (part, expected) => {
    expect(missingField({ firstName: '', lastName: '', birthDate: '', nickname: '', country: 'PT', ...part })).toBe(
      expected,
    );
  });
});
