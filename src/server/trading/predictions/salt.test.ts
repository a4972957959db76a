import { expect, it } from 'vitest';
import { drawSalt } from './salt.ts';

it('draws salts of 16 bytes that do not repeat, over several refills', () => {
  const salts = Array.from({ length: 2_000 }, drawSalt);
  expect(salts.every((salt) => /^[0-9a-f]{32}$/.test(salt))).toBe(true);
  expect(new Set(salts).size).toBe(2_000);
});
