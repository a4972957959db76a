import { expect, it } from 'vitest';
import { actBody } from './office.ts';

it.each([
  ['outcome', true],
  // The time of a result, and the cut-off of a draft, at the desk of events.
  ['factAt', true],
  ['cutOffAt', true],
  ['FactAt', false],
  ['fact at', false],
])('an act takes a field named %s: %s', (name, taken) => {
  const fields = JSON.parse(`{"${name}":"x"}`) as object;
  expect(actBody.safeParse({ reason: 'read and right', fields }).success).toBe(taken);
});
