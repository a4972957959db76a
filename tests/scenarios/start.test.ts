import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import { demoPerson } from '#tests/server.ts';
import type { Started } from '#tests/started.ts';
import { buildServer, freePort, start } from '#tests/started.ts';

const onLinux = process.platform === 'linux';
const build = buildServer();
afterAll(() => build.remove());

let dataDir: string;
let port: number;
let running: Started[];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tikvo-start-'));
  port = await freePort();
  running = [];
});
afterEach(async () => {
  for (const one of running) {
    one.process.kill('SIGTERM');
    await one.ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

function begin(env: Readonly<Record<string, string>> = {}): Started {
  const started = start({ build: build.folder, dataDir, port, env });
  running.push(started);
  return started;
}

async function gone(pid: number | null): Promise<void> {
  await expect.poll(() => pid !== null && isAlive(pid), { timeout: 60_000 }).toBe(false);
}

describe('npm start', () => {
  it('prints both addresses, keeps a second server off the folder, and stops everything on Ctrl-C', async () => {
    const first = begin();
    await first.answers('/healthz');
    await expect.poll(() => first.said(), { timeout: 60_000 }).toContain(`http://localhost:${port}/en/trading/demo`);
    expect(first.said()).toMatch(/Open\s+http:\/\/localhost:\d+\/en\n/);
    expect(first.said()).toMatch(/Prices\s+simulated\n/);
    const second = begin({ PORT: String(await freePort()) });
    expect(await second.ended).toBe(2);
    expect(second.said()).toContain(`A server (process ${first.pid}) already runs on ${dataDir}`);
    const { server, database } = first.children();
    expect([server, database].every((pid) => pid !== null && isAlive(pid))).toBe(true);
    first.process.kill('SIGINT');
    expect(await first.ended).toBe(0);
    await gone(server);
    await gone(database);
  }, 120_000);

  it('answers wrong settings with a sentence each and does not start', async () => {
    const wrong = begin({ PORT: 'eighty', FEED: 'rumours' });
    expect(await wrong.ended).toBe(2);
    expect(wrong.said().trim().split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65535.',
      'FEED must be one of auto, live, replay, simulated.',
    ]);
  }, 60_000);

  it.runIf(onLinux)(
    'starts the server again after kill -9, and the database too',
    async () => {
      const started = begin();
      await started.answers('/readyz');
      const before = started.children();
      process.kill(before.server ?? 0, 'SIGKILL');
      await gone(before.server);
      await started.answers('/readyz');
      expect(started.children().server).not.toBe(before.server);
      process.kill(before.database ?? 0, 'SIGKILL');
      await gone(before.database);
      await started.answers('/readyz');
      expect(started.children().database).not.toBe(before.database);
      await demoPerson(started.origin);
    },
    180_000,
  );

  it.runIf(onLinux)(
    'comes back after kill -9 of the parent: the server ends by itself, the database is taken over',
    async () => {
      const first = begin();
      await first.answers('/readyz');
      const person = await demoPerson(first.origin);
      const { server, database } = first.children();
      first.process.kill('SIGKILL');
      await first.ended;
      await gone(server);
      expect(isAlive(database ?? 0)).toBe(true);
      const second = begin();
      await second.answers('/readyz');
      expect(second.children().database).toBe(database);
      const profile = await fetch(`${second.origin}/api/v2/user/profile`, {
        headers: { authorization: `Bearer ${person.token}` },
      });
      expect(profile.status).toBe(200);
    },
    180_000,
  );
});

describe('a graceful stop (R-15)', () => {
  it('answers what it accepted and loses nothing that it acknowledged', async () => {
    const first = begin();
    await first.answers('/readyz');
    const person = await demoPerson(first.origin);
    const headers = {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
      connection: 'close',
    };
    const acknowledged: string[] = [];
    const refused: number[] = [];
    let stopped = false;

    async function place(): Promise<void> {
      while (!stopped) {
        const body = JSON.stringify({ pair: 'BTC-USD', direction: 'UP', stake: '1', durationSec: 60, payout: 0.7 });
        const reply = await fetch(`${first.origin}/api/v2/trade/predictions`, { method: 'POST', headers, body }).catch(
          () => null,
        );
        if (reply === null) return;
        if (reply.status === 201 || reply.status === 200)
          acknowledged.push(((await reply.json()) as { id: string }).id);
        else if (reply.status !== 400 && reply.status !== 429) refused.push(reply.status);
        await new Promise((resolve) => setTimeout(resolve, 210));
      }
    }

    const people = [place(), place()];
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(3);
    const asked = performance.now();
    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const stopSec = (performance.now() - asked) / 1_000;
    stopped = true;
    await Promise.all(people);
    expect(refused).toEqual([]);
    const again = performance.now();
    const second = begin();
    await second.answers('/readyz');
    const startSec = (performance.now() - again) / 1_000;
    process.stdout.write(
      `a stop under load took ${stopSec.toFixed(1)} s, the start after it ${startSec.toFixed(1)} s\n`,
    );
    for (const id of acknowledged) {
      const found = await fetch(`${second.origin}/api/v2/trade/predictions/${id}`, { headers });
      expect(found.status, id).toBe(200);
    }
  }, 180_000);
});
