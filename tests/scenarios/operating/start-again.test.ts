import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import { WalletClient } from '#server/treasury/signer/wallet-client.ts';
import { gone, startingPlace } from '#tests/processes/starting-place.ts';
import { demoPerson } from '#tests/server.ts';
import { textOf } from '#tests/started.ts';

const onLinux = process.platform === 'linux';
const place = startingPlace('start-again');

interface Ready {
  readonly parts: { readonly signer: boolean };
}

describe('npm start, whose processes are killed,', () => {
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
