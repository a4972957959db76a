import { expect, it } from 'vitest';
import { hasStopped } from './feed-stopped.ts';

it.each([
  ['live', 'offline', true],
  ['live', 'online', false],
  ['live', 'closed', false],
  ['simulated', 'offline', false],
  ['replay', 'offline', false],
] as const)('%s prices of a pair that is %s have stopped: %s', (kind, status, stopped) => {
  expect(hasStopped({ feed: { kind }, status })).toBe(stopped);
});
