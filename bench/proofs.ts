import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Pool } from 'pg';
import { admissionDocument, saltedLeaf, signedBytes } from '#domain/proofs/documents.ts';
import { usdt } from '#domain/money.ts';
import { systemClock } from '#server/clock.ts';
import { createPool } from '#server/db/index.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { createProofs, SignerClient } from '#server/proofs/index.ts';
import { KeyStore } from '#server/proofs/keys/key-store.ts';
import { listenForSigning } from '#server/proofs/signing/signer-port.ts';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { openPeople } from '#tests/funded-people.ts';
import { benchDatabase } from './database.ts';
import { startEngine } from './engine-under-test.ts';
import { measurePlacing } from './placing.ts';
import { compared, told } from './row.ts';
import type { Row } from './row.ts';

const PEOPLE = 20_000;
const MS = Number(process.env['BENCH_MS'] ?? 8_000);
const SAMPLE = 2_000;
const RECEIPTS = 200;

/** Proving what the engine committed, against one signature and one row each; what it costs the placing; receipts. */
export async function run(): Promise<Row[]> {
  const database = await benchDatabase();
  const db = createPool(database.url, { max: 4 });
  const dataDir = mkdtempSync(join(tmpdir(), 'tikvo-bench-proofs-'));
  const { people } = await openPeople(db, PEOPLE);
  const engine = await startEngine(database.url, { people, durationSec: 600 });
  const path = join(dataDir, 'signer.sock');
  const log = pino({ level: 'silent' });
  // Over its socket, as in the product, though in this process: it costs more here than there.
  const signing = await listenForSigning({ signer: new KeyStore(dataDir), path, mode: 0o600, log });
  const proofs = await createProofs({
    config: { dataDir },
    db,
    bus: engine.bus,
    clock: systemClock,
    log,
    signer: new SignerClient(path),
  });
  try {
    const place = () => engine.place();
    const alone = await measurePlacing(database, place, MS);
    const from = performance.now();
    await proofs.prove();
    const seconds = (performance.now() - from) / 1_000;
    const count = await proven(db);
    proofs.start();
    const beside = await measurePlacing(database, place, MS);
    await proofs.prove();
    const receipts = await timeReceipts(db, proofs);
    return [
      compared({
        name: 'predictions proven, by batches',
        ours: count / seconds,
        baseline: await naive(db),
        unit: 'predictions/s',
        floor: null,
        better: 'higher',
      }),
      compared({
        name: 'placing while proofs are made, same thread',
        ours: beside.perSecond,
        baseline: alone.perSecond,
        unit: 'predictions/s',
        floor: null,
        better: 'higher',
      }),
      told({ name: 'a receipt from the tables', ours: receipts.ms, unit: 'ms', floor: null, better: 'lower' }),
      told({ name: 'a receipt of the terms', ours: receipts.bytes, unit: 'bytes', floor: null, better: 'lower' }),
    ];
  } finally {
    await proofs.stop();
    await signing.close();
    await engine.stop();
    await db.end();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function proven(db: Pool): Promise<number> {
  const { rows } = await db.query<{ n: string }>(`SELECT sum(octet_length(leaves) / 32) AS n FROM proof_batch`);
  return Number(rows[0]?.n);
}

async function timeReceipts(
  db: Pool,
  proofs: Awaited<ReturnType<typeof createProofs>>,
): Promise<{ readonly ms: number; readonly bytes: number }> {
  const { rows } = await db.query<{ id: string; user_id: string; realm: number }>(
    'SELECT id, user_id, realm FROM prediction LIMIT $1',
    [RECEIPTS],
  );
  let bytes = 0;
  const from = performance.now();
  for (const { id, user_id: userId, realm } of rows) {
    const receipt = await proofs.receipt({ id, userId, realm: realm === 1 ? 'real' : 'demo' });
    bytes += JSON.stringify(receipt).length;
  }
  return { ms: (performance.now() - from) / rows.length, bytes: bytes / rows.length };
}

/** One signature and one row for each prediction, one after the other. */
async function naive(db: Pool): Promise<number> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await db.query('CREATE TEMP TABLE naive_proof (id bigint PRIMARY KEY, leaf bytea, sig bytea)');
  const from = performance.now();
  for (let no = 0; no < SAMPLE; no += 1) {
    const doc = admissionDocument({
      id: '01990000-0000-7000-8000-000000000001',
      realm: 'demo',
      user: 'ab'.repeat(32),
      pairId: 'BTC-USD',
      feed: 'simulated',
      stream: 6,
      scale: 2,
      direction: 'UP',
      stake: usdt(1_000_000n),
      payoutBps: 8_000,
      rulesHash: 'cd'.repeat(32),
      admittedAt: no,
      kAdm: no,
      hAdm: 'ef'.repeat(32),
      durationMs: 60_000,
    });
    const leaf = saltedLeaf(sha256, randomBytes(16).toString('hex'), doc);
    const sig = sign(null, signedBytes(sha256, 'batch', doc), privateKey);
    await db.query('INSERT INTO naive_proof VALUES ($1, $2, $3)', [no, Buffer.from(leaf), sig]);
  }
  return (SAMPLE / (performance.now() - from)) * 1_000;
}
