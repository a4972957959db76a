import { expect, it } from 'vitest';
import { resemblance } from './resembling.ts';

const named = (one: string, other: string) =>
  resemblance({ name: one, payId: null }, { name: other, payId: null }, { byPayId: false });

it.each([
  ['Morgan', 'M\u043Ergan'],
  ['Morgan', 'rnorgan'],
  ['Morgan', 'Morgann'],
  ['Morgan', 'Mrogan'],
  ['morgan_lee', 'Morgan Lee'],
  ['al1ce', 'Alice'],
  ['Ann', 'ann'],
  ['Zoë', 'Zoe'],
])('%s is taken for %s', (one, other) => {
  expect(named(one, other)).toBe('name');
});

it.each([
  ['Ann', 'Anna'],
  ['Morgan', 'Megan'],
  // Masked names say one letter.
  ['M***', 'M***'],
  ['***', '!!!'],
  ['...', '...'],
])('%s is not taken for %s', (one, other) => {
  expect(named(one, other)).toBeNull();
});

it('a pay ID with one wrong digit, or two in the wrong order, is taken for another where it was typed', () => {
  const by = (payId: string, byPayId = true) =>
    resemblance({ name: 'A***', payId }, { name: 'B***', payId: '1234567890' }, { byPayId });
  expect(['1234567891', '1234567809', '1234567711'].map((id) => by(id))).toEqual(['payId', 'payId', null]);
  expect(by('1234567891', false)).toBeNull();
});
