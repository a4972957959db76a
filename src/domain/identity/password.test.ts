import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passwordFault } from './password.ts';

describe('a new password', () => {
  it.each([
    ['Ab1!xyz', 'too_small'],
    [`Ab1!${'x'.repeat(253)}`, 'too_large'],
    ['ABCDEF1!', 'no_lower'],
    ['abcdef1!', 'no_upper'],
    ['Abcdefg!', 'no_digit'],
    ['Abcdefg1', 'no_special'],
    ['Passw0rd!', 'common'],
    ['P@ssw0rd1!', 'common'],
    ['Qwerty123$', 'common'],
    ['Welcome2024!', 'common'],
    ['123Dragon!!!', 'common'],
    ['Aa1!Aa1!', 'common'],
    ['TikvoTikvo1!', 'common'],
    ['Harbour-7-Lantern', null],
    ['Übergrößen-Träger 7', null],
    ['пароль-Ключ-9-окно', null],
    [`Kj7!${'x-q'.repeat(20)}`, null],
  ])('%s: %s', (password, fault) => {
    expect(passwordFault(password, [])).toBe(fault);
  });

  it('is not built from the own address', () => {
    expect(passwordFault('Margarethe1!', ['margarethe'])).toBe('common');
    expect(passwordFault('Margarethe1!', ['margarethe77'])).toBe('common');
    expect(passwordFault('Margarethe1!', ['max'])).toBeNull();
  });

  it('made by chance from all four kinds may be used', () => {
    const pool = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
    const signs = fc.array(fc.constantFrom(...pool.split('')), { minLength: 12, maxLength: 60 });
    fc.assert(
      fc.property(signs, (some) => {
        fc.pre(new Set(some.map((sign) => sign.toLowerCase()).filter((sign) => /[a-z]/.test(sign))).size >= 8);
        expect(passwordFault(`${some.join('')}kV3-`, [])).toBeNull();
      }),
    );
  });

  it('of any text has an answer', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void passwordFault(text, [text])));
  });
});
