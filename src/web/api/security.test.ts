import { expect, it } from 'vitest';
import { askAgainIn } from './security.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const at = (ms: number) => new Date(NOW + ms).toISOString();

it.each([
  ['none holds', null, false],
  ['nothing is known yet', undefined, false],
  ['it holds for minutes', at(300_000), 30_000],
  ['it ends soon', at(12_000), 12_000],
  ['it has ended by the clock of the browser', at(-600_000), 1_000],
] as const)('asks the server about a step-up again where %s', (_what, until, wait) => {
  expect(askAgainIn(until, NOW)).toBe(wait);
});
