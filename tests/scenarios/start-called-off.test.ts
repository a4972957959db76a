import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scratch } from '#tests/scratch.ts';
import type { Started } from '#tests/started.ts';
import { buildServer, freePort, processesOf, start } from '#tests/started.ts';

const build = buildServer();
afterAll(() => build.remove());

let dataDir: string;
let running: Started[];
beforeEach(() => {
  dataDir = mkdtempSync(join(scratch(), 'tikvo-called-off-'));
  running = [];
});
afterEach(async () => {
  for (const one of running) {
    one.process.kill('SIGTERM');
    await one.ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

async function begin(): Promise<Started> {
  const started = start({ build: build.folder, dataDir, port: await freePort() });
  running.push(started);
  return started;
}

const appears = (file: string) =>
  expect.poll(() => existsSync(join(dataDir, file)), { interval: 1, timeout: 60_000 }).toBe(true);

describe.runIf(process.platform === 'linux')('npm start', () => {
  it.each([
    ['SIGTERM', 'makes its database', 'postgres/data.new/PG_VERSION'],
    ['SIGINT', 'starts its database', 'postgres/data/postmaster.pid'],
  ] as const)(
    'stops all that it began when %s comes while it %s, and starts the next time',
    async (signal, _doing, sign) => {
      const first = await begin();
      await appears(sign);
      expect(first.children().server).toBeNull();
      first.process.kill(signal);
      expect(await first.ended).toBe(0);
      expect(first.said()).toBe('');
      expect(processesOf(dataDir)).toEqual([]);
      expect(existsSync(join(dataDir, 'server.pid'))).toBe(false);
      const next = await begin();
      await next.answers('/readyz');
    },
    180_000,
  );

  it('stops with its database on its way back, too', async () => {
    const first = await begin();
    await first.answers('/readyz');
    const { database } = first.children();
    process.kill(database ?? 0, 'SIGKILL');
    await expect.poll(() => first.children().database, { interval: 1 }).not.toBe(database);
    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(processesOf(dataDir)).toEqual([]);
  }, 180_000);

  it('ends with code 1, and everything with it, when its database cannot be started again', async () => {
    const first = await begin();
    await first.answers('/readyz');
    writeFileSync(join(dataDir, 'postgres/data/PG_VERSION'), 'none\n');
    process.kill(first.children().database ?? 0, 'SIGKILL');
    expect(await first.ended).toBe(1);
    expect(first.said()).toContain('the database could not be started again');
    expect(processesOf(dataDir)).toEqual([]);
  }, 180_000);
});
