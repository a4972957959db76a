import { expect, it } from 'vitest';
import { callOf } from '../api/profile.ts';
import { breakable, maskedEmail } from './masked-email.ts';

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

it('may break an e-mail before its signs, and never within a word', () => {
  expect(breakable('m•••r@mail.example')).toEqual(['m•••r', '@mail', '.example']);
  expect(breakable('mila.kovar@mail.test').join('')).toBe('mila.kovar@mail.test');
});
