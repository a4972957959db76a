import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import { gone, startingPlace } from '#tests/processes/starting-place.ts';
import { freePort } from '#tests/started.ts';

const place = startingPlace('start');

describe('npm start', () => {
  it('prints both addresses, keeps a second server off the folder, and stops everything on Ctrl-C', async () => {
    const first = place.begin();
    await first.answers('/healthz');
    await expect
      .poll(() => first.said(), { timeout: 60_000 })
      .toContain(`http://localhost:${place.port}/en/trading/demo`);
    expect(first.said()).toMatch(/Open\s+http:\/\/localhost:\d+\/en\n/);
    expect(first.said()).toMatch(/Prices\s+simulated\n/);
    const second = place.begin({ PORT: String(await freePort()) });
    expect(await second.ended).toBe(2);
    expect(second.said()).toContain(`A server (process ${first.pid}) already runs on ${place.dataDir}`);
    // A check beside it takes nothing over, and does not say so.
    const env = { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: '', MODE: '' };
    const check = spawnSync(process.execPath, [join(place.build, 'check.js')], { env, encoding: 'utf8' });
    expect([check.status, check.stderr, check.stdout]).toEqual([0, '', expect.stringContaining('healthy')]);
    expect(check.stdout).not.toContain('took over');
    const { server, signer, database } = first.children();
    expect([server, signer, database].every((pid) => pid !== null && isAlive(pid))).toBe(true);
    first.process.kill('SIGINT');
    expect(await first.ended).toBe(0);
    await gone(server);
    await gone(signer);
    await gone(database);
  }, 120_000);

  it('waits for a database that is away, says so, and stops when it is asked to', async () => {
    const early = place.begin({ DATABASE_URL: `postgresql://tikvo:none@127.0.0.1:${await freePort()}/tikvo` });
    await expect.poll(() => early.said(), { timeout: 60_000 }).toContain('does not answer: waiting until it does.');
    await early.answers('/healthz');
    early.process.kill('SIGTERM');
    expect(await early.ended).toBe(0);
    expect(early.said().trim().split('\n')).toHaveLength(1);
  }, 120_000);

  it('says in a sentence that its port is taken, before it makes a database', async () => {
    const other = createServer().listen(place.port, '127.0.0.1');
    await once(other, 'listening');
    const late = place.begin();
    expect(await late.ended).toBe(2);
    expect(late.said()).toContain(`Port ${place.port} is in use: set PORT to a free one.`);
    expect(readdirSync(place.dataDir)).toEqual([]);
    other.close();
  }, 120_000);
});
