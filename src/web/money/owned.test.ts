import { expect, it } from 'vitest';
import { ownedOf } from './owned.ts';

it('counts what is locked as the person’s own', () => {
  expect(ownedOf({ cashStr: '4946.77', bonusStr: '0.00', lockedStr: '25.00' })).toBe('4971.770000');
  expect(ownedOf({ cashStr: '0.000001', bonusStr: '1.50', lockedStr: '0.00' })).toBe('1.500001');
});
