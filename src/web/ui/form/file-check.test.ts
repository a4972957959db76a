import { expect, it } from 'vitest';
import { fileFault, typeNames } from './file-check.ts';

const RULE = { types: ['image/png', 'application/pdf'], maxBytes: 1_000 };

it.each([
  ['image/png', 1_000, null],
  ['application/pdf', 1, null],
  ['image/png', 1_001, 'too_large'],
  ['image/png', 0, 'empty'],
  ['image/gif', 10, 'wrong_type'],
  // A browser that does not know a type names none.
  ['', 10, 'wrong_type'],
] as const)('a file of %s with %i bytes: %s', (type, size, fault) => {
  expect(fileFault({ type, size }, RULE)).toBe(fault);
});

it('names types as people do', () => {
  expect(typeNames(RULE.types)).toEqual(['PNG', 'PDF']);
});
