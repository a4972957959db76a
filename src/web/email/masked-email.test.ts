import { expect, it } from 'vitest';
import { callOf } from '../api/profile.ts';
import { maskedEmail } from './masked-email.ts';

it.each([
  ['mila.kovar@mail.test', 'm•••r@mail.test'],
  ['a@b.co', 'a•••@b.co'],
  ['ab@b.co', 'a•••b@b.co'],
  ['имя@почта.рф', 'и•••я@почта.рф'],
])('the e-mail %s is shown masked as %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked);
});

it('calls a person by the chosen name, and else by the masked e-mail', () => {
  expect(callOf({ nickname: 'Harbour', email: 'mila.kovar@mail.test' })).toBe('Harbour');
  expect(callOf({ nickname: null, email: 'mila.kovar@mail.test' })).toBe('m•••r@mail.test');
  expect(callOf({ nickname: null, email: null })).toBe('');
  expect(callOf(undefined)).toBe('');
});
