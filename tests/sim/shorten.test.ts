import { expect, it, vi } from 'vitest';
import { shortened } from './shorten.ts';
import { simulate } from './simulation.ts';

vi.mock('#server/trading/batch/store-load.ts', () => import('./store-load.ts'));
vi.mock('#server/trading/scheduled/store-scheduled.ts', () => import('./store-scheduled.ts'));

it('finds the few commands that a failure needs', async () => {
  const options = { seed: 2, sabotage: { forgetKeys: true } };
  const whole = await simulate(options);
  expect(whole.error).not.toBeNull();
  const short = await shortened(options);
  expect(short.error).not.toBeNull();
  expect(short.commands.length).toBeGreaterThan(0);
  expect(short.commands.length).toBeLessThanOrEqual(whole.commands.length / 4);
});

it('gives other seeds other stories', async () => {
  const hashes = new Set<string>();
  for (let seed = 1; seed <= 5; seed += 1) hashes.add((await simulate({ seed })).hash);
  expect(hashes.size).toBe(5);
});
