import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createBackgroundTasks } from './background-tasks.ts';

it('begins work after the answer, waits for it at a stop, and says what failed', async () => {
  const lines: string[] = [];
  const background = createBackgroundTasks(
    pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
  );
  const done: number[] = [];
  background.run('do the first thing', async () => {
    done.push(1);
    background.run('do what follows from it', () => Promise.resolve(void done.push(2)));
    await Promise.resolve();
  });
  background.run('do what fails', () => Promise.reject(new Error('no relay')));
  expect(done).toEqual([]);
  await background.settled();
  expect(done).toEqual([1, 2]);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'could not do what fails', err: { message: 'no relay' } });
});
