import { expect, it } from 'vitest';
import { createLog } from '#server/logging/log.ts';
import { libraryLog } from './library-log.ts';

it('tells once of what the queue fails with at each look, and of what jobs say nothing', () => {
  const lines: Record<string, unknown>[] = [];
  const log = libraryLog(createLog({ logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }));
  const error = Object.assign(new Error('cannot execute UPDATE in a read-only transaction'), { code: '25006' });
  for (let look = 0; look < 30; look += 1) {
    log.error(`Error occurred fetching jobs; will try again on next poll interval. Error: ${String(error)}`, { error });
  }
  log.error('Failed task 7 (mail.send, attempt 1 of 3) with error ...', { failure: true });
  log.error('Deactivation failed: no answer');
  expect(lines).toMatchObject([
    { level: 'warn', msg: 'Error occurred fetching jobs', err: { message: error.message, code: '25006' } },
    { msg: 'Deactivation failed', err: { message: 'Deactivation failed: no answer' } },
  ]);
});
