import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVERY_CASE } from '#tests/runs/every-case.ts';
import { startingPlace } from '#tests/processes/starting-place.ts';
import { processesOf } from '#tests/started.ts';

const place = startingPlace('called-off');

const appears = (file: string) =>
  expect.poll(() => existsSync(join(place.dataDir, file)), { interval: 1, timeout: 60_000 }).toBe(true);

const MOMENTS = [
  ['SIGTERM', 'makes its database', 'postgres/data.new/PG_VERSION'],
  ['SIGINT', 'starts its database', 'postgres/data/postmaster.pid'],
] as const;

describe.runIf(process.platform === 'linux')('npm start', () => {
  it.each(EVERY_CASE ? MOMENTS : MOMENTS.slice(0, 1))(
    'stops all that it began when %s comes while it %s, starts the next time, and ends with code 1 when its database cannot be started again',
    async (signal, _doing, sign) => {
      const first = place.begin();
      await appears(sign);
      expect(first.children().server).toBeNull();
      first.process.kill(signal);
      expect(await first.ended).toBe(0);
      expect(first.said()).toBe('');
      expect(processesOf(place.dataDir)).toEqual([]);
      expect(existsSync(join(place.dataDir, 'server.pid'))).toBe(false);
      const next = place.begin();
      await next.answers('/readyz');
      writeFileSync(join(place.dataDir, 'postgres/data/PG_VERSION'), 'none\n');
      process.kill(next.children().database ?? 0, 'SIGKILL');
      expect(await next.ended).toBe(1);
      expect(next.said()).toContain('the database could not be started again');
      expect(processesOf(place.dataDir)).toEqual([]);
    },
    180_000,
  );

  it.runIf(EVERY_CASE)(
    'stops with its database on its way back, too',
    async () => {
      const first = place.begin();
      await first.answers('/readyz');
      const { database } = first.children();
      process.kill(database ?? 0, 'SIGKILL');
      await expect.poll(() => first.children().database, { interval: 1 }).not.toBe(database);
      first.process.kill('SIGTERM');
      expect(await first.ended).toBe(0);
      expect(processesOf(place.dataDir)).toEqual([]);
    },
    180_000,
  );
});
