import { expect, it } from 'vitest';
import { startUpkeep } from './start.ts';

it('stops all of it where one cannot be stopped, as in an outage, and says so', async () => {
  const lines: unknown[] = [];
  const stopped: string[] = [];
  const away = new Error('the database is away');
  const upkeep = startUpkeep(
    [
      { name: 'counts', start: () => ({ stop: () => Promise.reject(away) }) },
      { name: 'looks', start: () => ({ stop: async () => void stopped.push('looks') }) },
    ],
    { log: { warn: (line: unknown) => void lines.push(line) } },
  );
  await upkeep.stop();
  expect(stopped).toEqual(['looks']);
  expect(lines).toEqual([{ err: away }]);
});
