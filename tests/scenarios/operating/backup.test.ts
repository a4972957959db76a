/** The drill of docs/operations.md: a backup under load, the machine lost, the product back elsewhere. Nothing that was acknowledged before is missing. */
import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { stopPostmaster } from '#server/db/embedded/postmaster.ts';
import { testDatabase } from '#tests/database.ts';
import { caller, type Ask } from '#tests/http-calls.ts';
import { scratch } from '#tests/scratch.ts';
import { demoPerson } from '#tests/server.ts';
import { freePort, start } from '#tests/started.ts';
import { startingPlace } from '#tests/processes/starting-place.ts';
import { verify } from '../../../src/verify/verify.ts';

const PREDICTIONS = '/api/v2/trade/predictions';
const PACE_MS = 100;
const home = startingPlace('backup');
let aside: string;

beforeEach(() => {
  aside = mkdtempSync(join(scratch(), 'tikvo-backups-'));
});
afterEach(() => rmSync(aside, { recursive: true, force: true }));

interface Ran {
  readonly code: number | null;
  readonly said: string;
}

/** A command of the operator, as `npm run <name> --` starts it. */
function run(
  name: 'backup' | 'restore' | 'check',
  words: readonly string[],
  env: Record<string, string>,
): Promise<Ran> {
  const child = spawn(process.execPath, [join(home.build, `${name}.js`), ...words], {
    env: { ...process.env, MODE: '', DATABASE_URL: '', DATA_DIR: home.dataDir, LOG_LEVEL: 'fatal', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

/** People who place one prediction after the other, and what they were told. */
class Crowd {
  readonly acknowledged: { readonly id: string; readonly token: string }[] = [];
  #stopped = false;

  async run(ask: Ask, tokens: readonly string[]): Promise<void> {
    await Promise.all(tokens.map((token) => this.#keepPlacing(ask, token)));
  }

  stop(): void {
    this.#stopped = true;
  }

  async #keepPlacing(ask: Ask, token: string): Promise<void> {
    const body = { pair: 'BTC-USD', direction: 'UP', stake: '1.00', durationSec: 15, payout: 0.5 };
    while (!this.#stopped) {
      const { status, json } = await ask(PREDICTIONS, { method: 'POST', token, body });
      if (status === 201) this.acknowledged.push({ id: String(json['id']), token });
      await new Promise((resolve) => setTimeout(resolve, PACE_MS));
    }
  }
}

describe('a backup', () => {
  it('of a product that people use is whole, and brings it back elsewhere', async () => {
    const first = home.begin();
    await first.answers('/readyz');
    const people = await Promise.all(
      ['10.8.0.1', '10.8.0.2', '10.8.0.3'].map((from) => demoPerson(first.origin, from)),
    );
    const crowd = new Crowd();
    const trading = crowd.run(
      caller(first.origin),
      people.map(({ token }) => token),
    );
    await expect.poll(() => crowd.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20);
    const before = crowd.acknowledged.slice();
    const [one, other] = await Promise.all([run('backup', [aside], {}), run('backup', [aside], {})]);
    expect(new Set([one.code, other.code]), `${one.said}${other.said}`).toEqual(new Set([0, 2]));
    expect(`${one.said}${other.said}`).toContain('Another backup of this database is being made');
    expect(readdirSync(aside)).toHaveLength(1);
    crowd.stop();
    await trading;
    // The machine is gone.
    const { database } = first.children();
    first.process.kill('SIGKILL');
    await first.ended;
    if (database !== null) await stopPostmaster(database);

    const checked = await run('backup', ['check', aside], {});
    expect(checked, checked.said).toMatchObject({
      code: 0,
      said: expect.stringMatching(/healthy: .*the backup is whole\n$/s),
    });
    const elsewhere = join(aside, 'elsewhere');
    const restored = await run('restore', [aside, '--to', elsewhere], {});
    expect(restored, restored.said).toMatchObject({ code: 0, said: expect.stringContaining('are void by rule') });
    const port = await freePort();
    const second = start({ build: home.build, dataDir: elsewhere, port });
    try {
      await second.answers('/readyz');
      const ask = caller(second.origin);
      for (const { id, token } of before) expect((await ask(`${PREDICTIONS}/${id}`, { token })).status, id).toBe(200);
      const ended = async ({ id, token }: (typeof before)[number]) =>
        String((await ask(`${PREDICTIONS}/${id}`, { token })).json['status']);
      await expect.poll(() => ended(before[0]!), { timeout: 60_000 }).not.toMatch(/ADMITTED|OPEN|EXPIRED/);
      for (const { id, token } of [before[0]!, before.at(-1)!]) {
        // The signer comes a moment after the door: until then a receipt is not there yet.
        let receipt = await ask(`${PREDICTIONS}/${id}/receipt`, { token });
        for (; receipt.status === 503; receipt = await ask(`${PREDICTIONS}/${id}/receipt`, { token })) await pause(100);
        expect(verify(receipt.json).verdict, receipt.text.slice(0, 200)).not.toBe('invalid');
      }
      const body = { email: 'user@sandbox.example', password: SAMPLE_PASSWORD };
      expect((await ask('/api/v2/auth/login', { method: 'POST', body })).status).toBe(200);
    } finally {
      second.process.kill('SIGTERM');
      await second.ended;
    }
    const ledger = await run('check', [], { DATA_DIR: elsewhere });
    expect(ledger, ledger.said).toMatchObject({ code: 0 });
    const onto = await run('restore', [aside, '--to', elsewhere], {});
    expect(onto, onto.said).toMatchObject({ code: 2, said: expect.stringContaining('is not empty') });

    // One byte more than was copied.
    const [name = ''] = readdirSync(aside).filter((entry) => entry !== 'elsewhere');
    appendFileSync(join(aside, name, 'keys/access-token.json'), ' ');
    const spoilt = await run('backup', ['check', aside], {});
    expect(spoilt).toMatchObject({
      code: 1,
      said: expect.stringContaining('keys/access-token.json is not as it was copied'),
    });
  }, 180_000);

  it('of a database elsewhere wants a program that fits it, or takes the folder alone', async () => {
    const database = await testDatabase();
    const env = { DATABASE_URL: database.url, PG_BIN: join(aside, 'nothing') };
    const refused = await run('backup', [join(aside, 'all')], env);
    expect(refused.said).toMatch(
      /^The database is PostgreSQL (\d+)\.\d+: a copy takes pg_dump \1 or newer, and there is none here\./m,
    );
    expect(refused.code).toBe(2);
    const folder = await run('backup', [join(aside, 'all'), '--folder', '--check'], env);
    expect(folder, folder.said).toMatchObject({
      code: 0,
      said: expect.stringContaining('the database is not in this backup'),
    });
    await database.drop();
  }, 120_000);
});
