import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createLater } from './later.ts';

it('begins work after the answer, waits for it at a stop, and says what failed', async () => {
  const lines: string[] = [];
  const later = createLater(pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }));
  const done: number[] = [];
  later.run('do the first thing', async () => {
    done.push(1);
    later.run('do what follows from it', () => Promise.resolve(void done.push(2)));
    await Promise.resolve();
  });
  later.run('do what fails', () => Promise.reject(new Error('no relay')));
  expect(done).toEqual([]);
  await later.settled();
  expect(done).toEqual([1, 2]);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'could not do what fails', err: { message: 'no relay' } });
});
