import { expect, it } from 'vitest';
import { readPush } from './push.ts';

it('reads the key, and in a sandbox a service of one’s own', () => {
  const key = 'a'.repeat(43);
  expect(readPush({})).toEqual({ push: { key: null, trusted: [] }, mistakes: [] });
  expect(readPush({ VAPID_KEY: ` ${key} `, PUSH_ORIGIN: 'http://127.0.0.1:4000' })).toEqual({
    push: { key, trusted: ['http://127.0.0.1:4000'] },
    mistakes: [],
  });
});

it.each([
  [{ VAPID_KEY: 'short' }, 'VAPID_KEY must be'],
  [{ PUSH_ORIGIN: 'http://127.0.0.1:4000/path' }, 'PUSH_ORIGIN must be'],
  [{ PUSH_ORIGIN: 'http://127.0.0.1:4000', MODE: 'production' }, 'MODE=production refuses PUSH_ORIGIN'],
])('refuses %j', (env, mistake) => {
  expect(readPush(env).mistakes).toEqual([expect.stringContaining(mistake)]);
});
