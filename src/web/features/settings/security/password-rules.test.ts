import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passwordFault } from '#domain/identity/password.ts';
import { rulesKept } from './password-rules.tsx';

const kept = (password: string) =>
  Object.entries(rulesKept(password, ['mila']))
    .filter(([, is]) => is)
    .map(([rule]) => rule);

describe('rules that tick off', () => {
  it('tick one by one while one types', () => {
    expect(kept('')).toEqual([]);
    expect(kept('a')).toEqual(['lower']);
    expect(kept('aB')).toEqual(['lower', 'upper']);
    expect(kept('aB3')).toEqual(['lower', 'upper', 'digit']);
    expect(kept('aB3!')).toEqual(['lower', 'upper', 'digit', 'special']);
    expect(kept('aB3!xyqw')).toEqual(['length', 'lower', 'upper', 'digit', 'special', 'common']);
  });

  it('leave a common one and the own name open', () => {
    expect(rulesKept('P@ssw0rd1!', []).common).toBe(false);
    expect(rulesKept('Mila2024!x', ['mila2024!x']).length).toBe(true);
  });

  it('agree with the rule of the server', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20, unit: 'grapheme' }), (password) => {
        const all = Object.values(rulesKept(password, [])).every(Boolean);
        expect(all).toBe(passwordFault(password, []) === null);
      }),
    );
  });
});
