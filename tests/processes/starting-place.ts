import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import { scratch } from '#tests/scratch.ts';
import { buildServer, freePort, start, type Started } from '#tests/started.ts';

/** Where each test of a file starts the product: a data folder and a port of its own. */
export interface StartingPlace {
  readonly build: string;
  readonly dataDir: string;
  readonly port: number;
  /** Starts it, with settings as a person would give them; stopped after the test. */
  readonly begin: (env?: Readonly<Record<string, string>>) => Started;
}

/** Builds the server once for the file that calls it. */
export function startingPlace(name: string): StartingPlace {
  const build = buildServer();
  const place = { dataDir: '', port: 0 };
  const running: Started[] = [];
  beforeEach(async () => {
    place.dataDir = mkdtempSync(join(scratch(), `tikvo-${name}-`));
    place.port = await freePort();
  });
  afterEach(async () => {
    for (const one of running.splice(0)) {
      one.process.kill('SIGTERM');
      await one.ended;
    }
    rmSync(place.dataDir, { recursive: true, force: true });
  });
  afterAll(() => build.remove());
  return {
    build: build.folder,
    get dataDir() {
      return place.dataDir;
    },
    get port() {
      return place.port;
    },
    begin: (env = {}) => {
      const started = start({ build: build.folder, ...place, env });
      running.push(started);
      return started;
    },
  };
}

/** Waits until a process is over. */
export async function gone(pid: number | null): Promise<void> {
  await expect.poll(() => pid !== null && isAlive(pid), { timeout: 60_000 }).toBe(false);
}
