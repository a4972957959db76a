import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAudit } from '#server/audit/index.ts';
import { createPool, transaction } from '#server/db/index.ts';
import { createVault } from '#server/vault/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { watchAudit } from './index.ts';

let db: TestDatabase;
let dataDir: string;

beforeEach(async () => {
  db = await testDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'tikvo-audit-watch-'));
  const audit = createAudit({
    vault: createVault({ config: { vaultKeys: [], dataDir } }),
    clock: { now: () => 1_700_000_000_000 },
  });
  await transaction(db.pool, async (tx) => {
    for (const objectId of ['fees', 'limits']) {
      await audit.write(tx, {
        actorId: null,
        role: 'SYSTEM',
        action: 'setting.changed',
        objectType: 'setting',
        objectId,
      });
    }
  });
});
afterEach(async () => {
  await db.drop();
  rmSync(dataDir, { recursive: true });
});

const lines = () => ({ warn: vi.fn<() => void>(), error: vi.fn<() => void>(), info: vi.fn<() => void>() });
const metric = () => register.getSingleMetricAsString('tikvo_audit_bad_row');

describe('the daily check of the audit log', () => {
  it('notes the head of a whole chain', async () => {
    const log = lines();
    const job = watchAudit({ db: db.pool, log, firstMs: 1 });
    await expect.poll(() => log.info.mock.calls.length, { timeout: 60_000 }).toBe(1);
    await job.stop();
    expect(JSON.stringify(log.info.mock.calls)).toMatch(/"seq":"2","hash":"[0-9a-f]{64}"/);
    expect(log.error).not.toHaveBeenCalled();
    expect(await metric()).toMatch(/tikvo_audit_bad_row 0/);
  });

  it('raises an alarm that names the first bad row', async () => {
    const owner = createPool(db.adminUrl, { max: 1 });
    await owner.query(`SET session_replication_role = replica`);
    await owner.query('UPDATE audit_log SET t = t + 1 WHERE seq = 2');
    await owner.end();
    const log = lines();
    const job = watchAudit({ db: db.pool, log, firstMs: 1 });
    await expect.poll(() => log.error.mock.calls.length, { timeout: 60_000 }).toBe(1);
    await job.stop();
    expect(JSON.stringify(log.error.mock.calls)).toMatch(/"seq":"2","why":"altered"/);
    expect(await metric()).toMatch(/tikvo_audit_bad_row 2/);
  });
});
