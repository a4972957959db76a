import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '#server/admin/commands.ts';
import { createAudit } from '#server/audit/index.ts';
import { HOUR_MS } from '#domain/time.ts';
import { readKey } from '#server/proofs/keys/key-files.ts';
import { signWith } from '#server/proofs/keys/manifest.ts';
import { readConfig } from '#server/config/config.ts';
import type { AccountAdmin } from '#server/identity/index.ts';
import { rotateKeys, type Proofs, type RotateKeys } from '#server/proofs/index.ts';
import { KeyStore } from '#server/proofs/keys/key-store.ts';
import { createVault } from '#server/vault/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { digest, saltedLeaf } from '#tests/receipts/signers.ts';
import { publicRecord } from '../../../src/verify/published/public-record.ts';
import { nodePrimitives } from '../../../src/verify/crypto/node-primitives.ts';
import type { SignedKeys } from '../../../src/verify/documents.ts';
import { KeyRing, Notary } from '../../../src/verify/crypto/signatures.ts';
import { Verifier, type Verdict } from '../../../src/verify/verify.ts';
import { ProofRoom } from './proofs-world.ts';
import { World } from '../trading/trading-world.ts';
import type { Person } from '../trading/trading-world.ts';

let database: TestDatabase;
let world: World;
let room: ProofRoom;
let proofs: Proofs;
let ada: Person;

beforeEach(async () => {
  database = await testDatabase();
  world = new World(database.pool);
  [ada] = (await world.people(1)) as [Person];
  await world.engine.start();
  world.tick(100_00);
  room = await ProofRoom.open(world);
  proofs = await room.proofs();
});
afterEach(async () => {
  await proofs.stop();
  await world.engine.stop();
  await room.close();
  await database.drop();
});

/** The operator's command. */
async function rotate(...words: string[]): Promise<{ readonly ok: boolean; readonly lines: readonly string[] }> {
  const config = readConfig({ DATA_DIR: room.dataDir, LOG_LEVEL: 'silent' });
  const { db, clock } = world;
  const vault = createVault({ config });
  const audit = createAudit({ vault, clock });
  const unused = () => Promise.reject(new Error('not asked for here'));
  const parts = {
    config,
    db,
    audit,
    vault,
    clock,
    accountAdmin: { find: unused } as unknown as AccountAdmin,
    corrections: unused,
    limitStake: unused,
    approvals: unused,
    proveAll: unused,
    rotateKeys: (...[rotation, by]: Parameters<RotateKeys>) =>
      rotateKeys({ db, audit, clock, signer: new KeyStore(room.dataDir) }, rotation, by),
  };
  return runCommand(parts, ['rotate-keys', ...words]);
}

/** A prediction from its admission to its proof; the text of its receipt. */
async function played(): Promise<string> {
  world.tick(100_00, { ms: 1_000 });
  const { id } = await world.placed(ada, { durationSec: 15 });
  world.tick(100_10, { ms: 600 });
  world.tick(100_20, { ms: 14_900 });
  world.tick(100_30, { ms: 200 });
  await world.settled(ada, id);
  await proofs.prove();
  return receiptOf(id);
}

async function receiptOf(id: string): Promise<string> {
  const receipt = await proofs.receipt({ userId: ada.userId, realm: 'demo', id });
  if (receipt === null) throw new Error(`no receipt of ${id}`);
  return JSON.stringify(receipt);
}

interface Parts {
  readonly id: string;
  readonly admit_proof: { readonly batch: { readonly key: string } };
  readonly keys: SignedKeys;
}
const read = (text: string): Parts => JSON.parse(text) as Parts;
const keyOf = (text: string): string => read(text).admit_proof.batch.key;

function verdictOf(text: string, keys?: unknown): Verdict {
  const { root } = read(text).keys.doc;
  return new Verifier({ root, keys, hours: [] }, nodePrimitives).verifyText(text);
}

describe('new keys of the proofs', () => {
  it('sign from then on in the running server; receipts of before still verify, with the old list and the new', async () => {
    const before = await played();
    world.clock.at += 60_000;
    expect(await rotate('all')).toMatchObject({ ok: true });
    const after = await played();
    expect(keyOf(after)).not.toBe(keyOf(before));
    expect(read(after).keys.doc).toMatchObject({ no: 2, root: read(before).keys.doc.root });
    for (const text of [before, after, await receiptOf(read(before).id)]) {
      expect(verdictOf(text)).toMatchObject({ verdict: 'provisional', code: null });
      expect(verdictOf(text, read(after).keys)).toMatchObject({ verdict: 'provisional', code: null });
    }
    expect((await readdir(join(room.dataDir, 'keys'))).filter((name) => name.endsWith('.pem')).toSorted()).toEqual([
      'proof-batch-2.pem',
      'proof-batch.pem',
      'proof-hour-2.pem',
      'proof-hour.pem',
      'proof-root.pem',
    ]);
    // The list of keys is public at once, each naming the one before it.
    await proofs.publish();
    const second = await readFile(join(room.dataDir, 'transparency/v1/keys/2.json'), 'utf8');
    expect((JSON.parse(second) as { doc: { prev: string } }).doc.prev).not.toMatch(/^0+$/);
  });

  it('leave what was committed before them, and is proven later, to the old ones', async () => {
    const first = await played();
    world.tick(100_00, { ms: 1_000 });
    const { id } = await world.placed(ada, { durationSec: 15 });
    world.clock.at += 1_000;
    await rotate('batch', 'lost');
    await proofs.prove();
    const text = await receiptOf(id);
    expect(keyOf(text)).toBe(keyOf(first));
    expect(read(text).keys.doc.no).toBe(2);
    expect(verdictOf(text)).toMatchObject({ code: null });
  });

  it('are taken up after a restart, and the old file may go', async () => {
    const before = await played();
    world.clock.at += 60_000;
    await rotate('batch');
    await rm(join(room.dataDir, 'keys/proof-batch.pem'));
    await proofs.stop();
    proofs = await room.proofs();
    const after = await played();
    expect(keyOf(after)).not.toBe(keyOf(before));
    expect(verdictOf(after)).toMatchObject({ code: null });
    expect(read(after).keys.doc.no).toBe(2);
  });

  it('make what a lost key signs afterwards count for nothing', async () => {
    const before = read(await played());
    world.clock.at += 60_000;
    await rotate('batch', 'lost');
    const at = world.clock.at * 1_000;
    const { keys } = read(await played());
    const ring = new KeyRing(new Notary(nodePrimitives), keys, keys.doc.root);
    const lost = before.admit_proof.batch.key;
    expect(ring.valid(lost, 'batch', at - 1).key_id).toBe(lost);
    expect(() => ring.valid(lost, 'batch', at)).toThrow('was not valid at');
  });

  it('mark every key there was as lost, also those that had ended', async () => {
    await played();
    await rotate('all');
    world.clock.at += 60_000;
    await rotate('all', 'lost');
    const { keys } = read(await played()).keys.doc;
    const lost = keys.filter(({ revoked }) => revoked !== null);
    expect([keys.length, lost.length]).toEqual([6, 4]);
    expect(lost.every(({ to, revoked }) => to <= revoked!)).toBe(true);
  });

  it('leave a stolen one nothing to forge: what is dated back shows no place in the root of its hour', async () => {
    const honest = await played();
    const stolen = join(room.dataDir, 'elsewhere.pem');
    await cp(join(room.dataDir, 'keys/proof-batch.pem'), stolen);
    world.clock.at += 60_000;
    await rotate('all', 'lost');
    await played();
    world.clock.at = (Math.floor(world.clock.at / HOUR_MS) + 1) * HOUR_MS + 301_000;
    await proofs.publish();
    const record = await servedRecord();
    const forged = await forgedWith(stolen, honest);
    const { root } = record;
    const known = [{ root }, { root, keys: record.keys }].map((one) => new Verifier(one).verifyText(forged));
    // Its signatures hold, and without a root nothing speaks against it but that its key is one that ended.
    expect(known.map(({ verdict, facts }) => [verdict, facts?.credit])).toEqual([
      ['provisional', '1500.000000'],
      ['provisional', '1500.000000'],
    ]);
    const ends = (record.keys as SignedKeys).doc.keys.map(({ to }) => to / 1_000);
    expect(ends).toContain(known[1]?.unplaced?.keyEnded);
    expect(new Verifier(record).verifyText(forged)).toMatchObject({ verdict: 'invalid', code: 'NOT_PUBLISHED' });
    expect(new Verifier(record).verifyText(await receiptOf(read(honest).id))).toMatchObject({
      code: null,
      unplaced: null,
    });
  });

  it('need the root key', async () => {
    await played();
    await rename(join(room.dataDir, 'keys/proof-root.pem'), join(room.dataDir, 'elsewhere.pem'));
    expect(await rotate('all')).toMatchObject({ ok: false, lines: [expect.stringContaining('root key')] });
    expect((await rotate('root')).ok).toBe(false);
    expect((await rotate('all', 'found')).ok).toBe(false);
  });
});

/** The public record as a page reads it. */
async function servedRecord() {
  const server = createServer((request, response) => {
    readFile(join(room.dataDir, request.url ?? '')).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await publicRecord(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The receipt as whoever has the key of its batches would have it: a stake of 1000 that won, each record signed again, nothing of it published. */
async function forgedWith(file: string, text: string): Promise<string> {
  type Fields = Record<string, unknown>;
  type Proof = { salt: string; batch: Fields; sig: string; index: number; count: number; path: string[] };
  const receipt = JSON.parse(text) as Fields & { admission: Fields; result: Fields; ticks: unknown[] };
  const key = await readKey(file);
  const signed = (proof: Proof, document: unknown): Proof => {
    const root = Buffer.from(saltedLeaf(proof.salt, document)).toString('hex');
    const batch = { ...proof.batch, count: 1, root };
    const sig = signWith(key!.secret, 'batch', batch as never).toString('hex');
    return { ...proof, batch, sig, index: 0, count: 1, path: [] };
  };
  const admission = { ...receipt.admission, stake: '1000.000000', payout_bps: 5_000 };
  const result = { ...receipt.result, admission: digest(admission), outcome: 'WIN', credit: '1500.000000' };
  const admit_proof = signed(receipt['admit_proof'] as Proof, admission);
  const settle_proof = signed(receipt['settle_proof'] as Proof, result);
  const tick_proofs = receipt.ticks.map(() => null);
  const bare = { segments: [], hours: [], hour_proofs: [], tick_proofs };
  return JSON.stringify({ ...receipt, ...bare, admission, result, admit_proof, settle_proof });
}
