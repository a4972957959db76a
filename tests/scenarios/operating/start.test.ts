import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import { createLog } from '#server/logging/log.ts';
import { prepareDatabase } from '#server/supervisor/prepare-database.ts';
import { WalletClient } from '#server/treasury/signer/wallet-client.ts';
import { testDatabase } from '#tests/database.ts';
import { demoPerson } from '#tests/server.ts';
import { startingPlace } from '#tests/processes/starting-place.ts';
import { freePort, textOf } from '#tests/started.ts';

const onLinux = process.platform === 'linux';
const place = startingPlace('start');

interface Ready {
  readonly parts: { readonly signer: boolean };
}

async function gone(pid: number | null): Promise<void> {
  await expect.poll(() => pid !== null && isAlive(pid), { timeout: 60_000 }).toBe(false);
}

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

  it('answers wrong settings with a sentence each and does not start', async () => {
    const wrong = place.begin({ PORT: 'eighty', FEED: 'rumours' });
    expect(await wrong.ended).toBe(2);
    expect(wrong.said().trim().split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65535.',
      'FEED must be one of auto, live, replay, simulated.',
    ]);
  }, 60_000);

  it.each<{
    what: string;
    change?: (url: URL) => void;
    env?: Readonly<Record<string, string>>;
    /** The settings of an earlier start on this database. */
    before?: () => Readonly<Record<string, string>>;
    sentence: RegExp;
  }>([
    {
      what: 'a wrong password',
      change: (url) => (url.password = 'wrong'),
      sentence: /^The database of DATABASE_URL does not let \w+ in: /,
    },
    {
      what: 'an unknown database',
      change: (url) => (url.pathname = '/none'),
      sentence: /^DATABASE_URL names the database none, and there is /,
    },
    {
      what: 'an address of others',
      env: { HOST: '192.0.2.1' },
      sentence: /^HOST names 192\.0\.2\.1, which is no address /,
    },
    {
      what: 'another master key',
      before: () => ({ DATA_DIR: place.dataDir, VAULT_KEY: randomBytes(32).toString('base64') }),
      env: { VAULT_KEY: randomBytes(32).toString('base64') },
      sentence: /^VAULT_KEY does not open this database: it is sealed with master key [0-9a-f]{16}, and /,
    },
    {
      what: 'an empty data folder under a database that had another',
      before: () => ({ DATA_DIR: join(place.dataDir, 'lost') }),
      sentence: /^DATA_DIR names \S+, and this database was used with another data folder: copy the folder keys/,
    },
  ])(
    'says nothing but a sentence on $what, does not start, and writes nothing',
    async ({ change, env, before, sentence }) => {
      const database = await testDatabase();
      if (before !== undefined) {
        const earlier = readConfig({ DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...before() });
        await prepareDatabase(database.url, earlier, createLog(earlier));
      }
      const files = () => readdirSync(place.dataDir, { recursive: true });
      const untouched = files();
      const given = new URL(database.url);
      change?.(given);
      const wrong = place.begin({ DATABASE_URL: given.href, ...env });
      expect(await wrong.ended).toBe(2);
      expect(wrong.said().trim().split('\n')).toEqual([expect.stringMatching(sentence)]);
      expect(files()).toEqual(untouched);
      await database.drop();
    },
    120_000,
  );

  it.each(['check.js', 'check-audit.js', 'admin.js'])(
    'and %s beside it say in a sentence why they cannot',
    async (file) => {
      const port = await freePort();
      const env = { ...process.env, DATABASE_URL: `postgresql://tikvo:none@127.0.0.1:${port}/tikvo`, MODE: '' };
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(place.build, file)], {
        env,
        encoding: 'utf8',
      });
      expect({ status, stdout, stderr }).toEqual({
        status: 2,
        stdout: '',
        stderr: `The database at 127.0.0.1:${port} does not answer.\n`,
      });
    },
  );

  it('and a command that would write where nothing can be written says so', async () => {
    const database = await testDatabase();
    const url = new URL(database.url);
    await database.pool.query(`ALTER DATABASE ${url.pathname.slice(1)} SET default_transaction_read_only = on`);
    const dataDir = mkdtempSync(join(tmpdir(), 'tikvo-written-'));
    const env = { ...process.env, DATABASE_URL: url.href, DATA_DIR: dataDir, MODE: '' };
    const words = [join(place.build, 'admin.js'), 'create', 'chief@example.com', 'ADMIN'];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The database cannot be used: cannot execute .+ in a read-only transaction\.\n$/),
    });
    rmSync(dataDir, { recursive: true });
    await database.drop();
  });

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

  it.runIf(onLinux)(
    'starts the signer again after kill -9, and is ready without it; the server and the database too',
    async () => {
      const started = place.begin();
      await started.answers('/readyz');
      const signs = async () => ((await (await fetch(`${started.origin}/readyz`)).json()) as Ready).parts.signer;
      await expect.poll(signs, { timeout: 60_000 }).toBe(true);
      const { server, signer } = started.children();
      // It knows nothing but where its keys are.
      const known = readFileSync(`/proc/${signer}/environ`, 'utf8')
        .split('\0')
        .flatMap((one) => one.split('=')[0] ?? []);
      expect(known.filter((name) => name !== '').toSorted()).toEqual(expect.arrayContaining(['DATA_DIR', 'LOG_LEVEL']));
      expect(known.join(' ')).not.toMatch(/DATABASE|VAULT|PORT|FEED/);
      // A socket of the owner's alone.
      expect(statSync(join(place.dataDir, 'signer.sock')).mode & 0o777).toBe(0o600);
      // Halted, it answers nobody, and nobody starts another.
      process.kill(signer ?? 0, 'SIGSTOP');
      const halted = await fetch(`${started.origin}/readyz`);
      expect([halted.status, ((await halted.json()) as Ready).parts.signer]).toEqual([200, false]);
      process.kill(signer ?? 0, 'SIGKILL');
      await gone(signer);
      await expect.poll(signs, { timeout: 60_000 }).toBe(true);
      expect(started.children().signer).not.toBe(signer);
      expect(started.children().server).toBe(server);
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
    'starts no signer beside the one of SIGNER_SOCKET, and has no key of the proofs then',
    async () => {
      const apart = mkdtempSync(join(tmpdir(), 'tikvo-signer-apart-'));
      const socket = join(apart, 'here.sock');
      const signer = spawn(process.execPath, [join(place.build, 'signer-process.js')], {
        env: { PATH: process.env['PATH'], DATA_DIR: apart, SIGNER_SOCKET: socket, LOG_LEVEL: 'fatal' },
        stdio: 'inherit',
      });
      const signerEnded = once(signer, 'exit');
      const started = place.begin({ SIGNER_SOCKET: socket });
      await started.answers('/readyz');
      const signs = async () => ((await (await fetch(`${started.origin}/readyz`)).json()) as Ready).parts.signer;
      await expect.poll(signs, { timeout: 60_000 }).toBe(true);
      expect(started.children().signer).toBeNull();
      const published = async () =>
        ((await (await fetch(`${started.origin}/transparency/v1/index.json`)).json()) as { root: string | null }).root;
      await expect.poll(published, { timeout: 60_000 }).not.toBeNull();
      expect(readdirSync(join(place.dataDir, 'keys')).filter((name) => name.startsWith('proof-'))).toEqual([]);
      expect(readdirSync(join(apart, 'keys')).toSorted()).toEqual([
        'proof-batch.pem',
        'proof-hour.pem',
        'proof-root.pem',
      ]);
      // Its group may ask it too: the product runs as another user.
      expect(statSync(socket).mode & 0o777).toBe(0o660);
      signer.kill('SIGTERM');
      expect(await signerEnded).toEqual([0, null]);
      await expect.poll(signs, { timeout: 60_000 }).toBe(false);
      rmSync(apart, { recursive: true });
    },
    180_000,
  );

  it.runIf(onLinux)(
    'comes back after kill -9 of the parent: the server ends by itself, the database is taken over',
    async () => {
      const first = place.begin({ LOCAL_CHAIN: 'on' });
      await first.answers('/readyz');
      const person = await demoPerson(first.origin);
      // The keys of money are in a process of their own, which is asked over its socket alone.
      const money = new WalletClient(join(place.dataDir, 'wallet.sock'));
      await expect.poll(() => money.wallet().catch(() => null), { timeout: 60_000 }).not.toBeNull();
      const paying = first.children().wallet ?? 0;
      process.kill(paying, 'SIGKILL');
      await gone(paying);
      await expect.poll(() => money.wallet().catch(() => null), { timeout: 60_000 }).not.toBeNull();
      const { server, signer, wallet, database, chain } = first.children();
      expect([signer, wallet, chain]).not.toContain(null);
      expect(textOf(`/proc/${wallet}/environ`)).not.toMatch(/DATABASE_URL|VAULT_KEY|postgres/);
      first.process.kill('SIGKILL');
      await first.ended;
      await gone(server);
      await gone(signer);
      await gone(wallet);
      await gone(chain);
      expect(isAlive(database ?? 0)).toBe(true);
      const second = place.begin();
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
