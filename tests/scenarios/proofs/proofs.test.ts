import { createPublicKey, randomUUID, verify as verifySignature } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { saltedLeaf, signedBytes, type ProofDocument, type SigningContext } from '#domain/proofs/documents.ts';
import { toHex } from '#domain/proofs/hash.ts';
import { leafHash, rootFromPath } from '#domain/proofs/merkle.ts';
import { listLeaf } from '#domain/proofs/publication.ts';
import { createPool } from '#server/db/index.ts';
import type { Proofs } from '#server/proofs/index.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { main } from '../../../src/verify/cli.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { ProofRoom, sealTape } from './proofs-world.ts';
import { START, World } from '../trading/trading-world.ts';
import type { Person } from '../trading/trading-world.ts';

let database: TestDatabase;
let world: World;
let room: ProofRoom;
let proofs: Proofs;
let ada: Person;
let ben: Person;

beforeEach(async () => {
  database = await testDatabase();
  world = new World(database.pool);
  [ada, ben] = (await world.people(2)) as [Person, Person];
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

/** Writes what the product may not. */
function superuser(): Pool {
  return createPool(database.adminUrl, { max: 1 });
}

interface BatchProof {
  readonly salt: string;
  readonly index: number;
  readonly count: number;
  readonly path: readonly string[];
  readonly batch: ProofDocument & { readonly root: string; readonly key: string };
  readonly sig: string;
}

interface Receipt {
  readonly admission: ProofDocument;
  readonly admit_proof: BatchProof;
  readonly ticks: readonly { readonly role: string; readonly rec: string }[];
  readonly segments: readonly (ProofDocument & { readonly root: string; readonly count: number })[];
  readonly tick_proofs: readonly ({ segment: number; index: number; path: readonly string[] } | null)[];
  readonly result: ProofDocument | null;
  readonly settle_proof: BatchProof | null;
  readonly hours: readonly { readonly doc: ProofDocument & { readonly key: string }; readonly sig: string }[];
  readonly hour_proofs: readonly {
    list: 'ticks' | 'admit' | 'settle';
    item: number;
    hour: number;
    index: number;
    path: readonly string[];
  }[];
  readonly keys: { readonly doc: ProofDocument; readonly sig: string };
}

async function receiptOf(person: Person, id: string, from = proofs): Promise<Receipt> {
  const receipt = await from.receipt({ userId: person.userId, realm: 'demo', id });
  if (receipt === null) throw new Error(`no receipt of ${id}`);
  return receipt as unknown as Receipt;
}

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

function rootOf(leaf: Uint8Array, at: { index: number; count: number; path: readonly string[] }): string | null {
  const root = rootFromPath(sha256, leaf, { index: at.index, count: at.count, path: at.path.map(bytes) });
  return root === null ? null : toHex(root);
}

/** Was `document` signed by the key of this id in the receipt's manifest? */
function isSigned(receipt: Receipt, context: SigningContext, signed: { doc: ProofDocument; sig: string; key: string }) {
  const keys = receipt.keys.doc['keys'] as unknown as readonly { key_id: string; pub: string }[];
  const pub = keys.find((one) => one.key_id === signed.key)?.pub;
  if (pub === undefined) return false;
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(pub, 'hex').toString('base64url') },
    format: 'jwk',
  });
  return verifySignature(null, signedBytes(sha256, context, signed.doc), key, Buffer.from(signed.sig, 'hex'));
}

function expectBatch(receipt: Receipt, document: ProofDocument | null, proof: BatchProof | null): void {
  if (document === null || proof === null) throw new Error('not proven');
  expect(rootOf(saltedLeaf(sha256, proof.salt, document), proof)).toBe(proof.batch.root);
  expect(isSigned(receipt, 'batch', { doc: proof.batch, sig: proof.sig, key: proof.batch.key })).toBe(true);
}

/** Every list of every hour in the receipt leads to its signed root. */
function expectHours(receipt: Receipt): void {
  for (const proof of receipt.hour_proofs) {
    const hour = receipt.hours[proof.hour];
    const list = hour?.doc[proof.list] as unknown as { n: number; root: string } | undefined;
    const document = {
      ticks: receipt.segments[proof.item],
      admit: receipt.admit_proof.batch,
      settle: receipt.settle_proof?.batch,
    }[proof.list];
    if (hour === undefined || list === undefined || document === undefined) throw new Error('a proof of nothing');
    expect(rootOf(listLeaf(sha256, document), { ...proof, count: list.n })).toBe(list.root);
    expect(isSigned(receipt, 'hour', { ...hour, key: hour.doc.key })).toBe(true);
  }
}

async function play(person: Person, exit: number): Promise<string> {
  const { id } = await world.placed(person, {});
  world.tick(100_50, { ms: 500 });
  await world.until(person, id, ({ status }) => status === 'OPEN');
  world.tick(exit, { ms: 59_900 });
  world.tick(exit + 7, { ms: 200 });
  await world.settled(person, id);
  return id;
}

/** To five minutes and a moment after the hour of the clock, with the ticks sealed. */
async function endHour(): Promise<void> {
  world.clock.at = (Math.floor(world.clock.at / HOUR_MS) + 1) * HOUR_MS + 301_000;
  await sealTape(world);
  await proofs.publish();
}

describe('a receipt', () => {
  it('shows the terms at once, the result after it, and every path after the hour', async () => {
    const { id } = await world.placed(ada, {});
    const early = await receiptOf(ada, id);
    expect(early).toMatchObject({ id, result: null, settle_proof: null, correction: null, ticks: [], hours: [] });
    expectBatch(early, early.admission, early.admit_proof);
    expect(early.admission).toMatchObject({
      dir: 'UP',
      stake: '10.000000',
      payout_bps: 8_500,
      t_adm: START * 1_000,
      k_adm: 1,
      duration_us: 60_000_000,
    });

    world.tick(100_50, { ms: 500 });
    await world.until(ada, id, ({ status }) => status === 'OPEN');
    expect((await receiptOf(ada, id)).ticks.map(({ role }) => role)).toEqual(['e-1', 'e']);
    world.tick(101_00, { ms: 59_900 });
    world.tick(101_07, { ms: 200 });
    await world.settled(ada, id);
    const late = await receiptOf(ada, id);
    expect(late.result).toMatchObject({ outcome: 'WIN', credit: '18.500000', reason: null, entry_seq: 2, exit_seq: 3 });
    expect(late.tick_proofs).toEqual([null, null, null, null]);
    expectBatch(late, late.result, late.settle_proof);
    expect(late.admit_proof).toEqual(early.admit_proof);

    await endHour();
    const final = await receiptOf(ada, id);
    expect(final.ticks.map(({ role }) => role)).toEqual(['e-1', 'e', 'x', 'x+1']);
    final.ticks.forEach(({ rec }, i) => {
      const proof = final.tick_proofs[i];
      const segment = final.segments[proof?.segment ?? -1];
      if (proof === null || proof === undefined || segment === undefined) throw new Error('a tick is not proven');
      expect(rootOf(leafHash(sha256, bytes(rec)), { ...proof, count: segment.count })).toBe(segment.root);
    });
    expect(final.hour_proofs.map(({ list }) => list).toSorted()).toEqual(['admit', 'settle', 'ticks']);
    expectHours(final);
    expect({ ...final, tick_proofs: 0, segments: 0, hours: 0, hour_proofs: 0 }).toEqual({
      ...late,
      tick_proofs: 0,
      segments: 0,
      hours: 0,
      hour_proofs: 0,
    });
  });

  it('is for its owner in its realm only', async () => {
    const { id } = await world.placed(ada, {});
    expect(await proofs.receipt({ userId: ben.userId, realm: 'demo', id })).toBeNull();
    expect(await proofs.receipt({ userId: ada.userId, realm: 'real', id })).toBeNull();
  });

  it('hides who it is of, but is the same person each time', async () => {
    const one = await receiptOf(ada, (await world.placed(ada, {})).id);
    const two = await receiptOf(ada, (await world.placed(ada, {})).id);
    const other = await receiptOf(ben, (await world.placed(ben, {})).id);
    expect(one.admission['user']).toBe(two.admission['user']);
    expect(one.admission['user']).not.toBe(other.admission['user']);
    expect(JSON.stringify(one)).not.toContain(ada.userId);
  });

  it('of a void without an entry shows the tick that was too late, once it is published', async () => {
    const { id } = await world.placed(ada, {});
    world.tick(100_10, { ms: 400 });
    world.tick(100_20, { ms: 5_000, tSource: world.clock.at + 4_900 });
    await world.until(ada, id, ({ status }) => status === 'VOID');
    const early = await receiptOf(ada, id);
    expect(early.result).toMatchObject({ outcome: 'VOID', reason: 'NO_ENTRY', credit: '10.000000', exit_seq: null });
    expect(early.ticks).toEqual([]);
    await endHour();
    const final = await receiptOf(ada, id);
    expect(final.ticks.map(({ role }) => role)).toEqual(['n-1', 'n']);
    expect(final.tick_proofs.map((proof) => proof?.index)).toEqual([1, 2]);
    expectBatch(final, final.result, final.settle_proof);
    expectHours(final);
  });
});

describe('the proofs of batches', () => {
  it('are linked without a hole, and go on after a restart', async () => {
    await play(ada, 101_00);
    await proofs.prove();
    await proofs.stop();
    proofs = await room.proofs();
    await play(ben, 99_00);
    await proofs.prove();
    const { rows } = await world.db.query<{ type: string; no: string; record: string }>(
      'SELECT type, no, record FROM proof_batch ORDER BY type, no',
    );
    for (const type of ['admit-batch', 'settle-batch']) {
      const records = rows.filter((row) => row.type === type);
      expect(records.map(({ no }) => Number(no))).toEqual([1, 2]);
      let prev = '0'.repeat(64);
      for (const { record } of records) {
        expect((JSON.parse(record) as { prev: string }).prev).toBe(prev);
        prev = toHex(sha256(Buffer.from(record)));
      }
    }
  });

  it('end with the head that the socket tells', async () => {
    await play(ada, 101_00);
    await proofs.prove();
    const { rows } = await world.db.query<{ record: string }>(
      `SELECT record FROM proof_batch WHERE type = 'admit-batch' ORDER BY no DESC LIMIT 1`,
    );
    expect(proofs.admitHead()).toBe(toHex(sha256(Buffer.from(rows[0]?.record ?? ''))));
  });

  it('are not made under a second root: another data folder proves nothing until it has the keys', async () => {
    await play(ada, 101_00);
    await proofs.prove();
    await play(ben, 99_00);
    const elsewhere = await mkdtemp(join(tmpdir(), 'tikvo-elsewhere-'));
    const other = await room.proofs({ dataDir: elsewhere });
    await other.prove();
    const count = async () => (await world.db.query('SELECT 1 FROM proof_batch')).rowCount;
    expect(await count()).toBe(2);
    for (const key of ['proof-root.pem', 'proof-batch.pem', 'proof-hour.pem']) {
      await copyFile(join(room.dataDir, 'keys', key), join(elsewhere, 'keys', key));
    }
    const third = await room.proofs({ dataDir: elsewhere });
    await third.prove();
    expect(await count()).toBe(4);
    expect((await world.db.query('SELECT 1 FROM proof_keys')).rowCount).toBe(1);
    await rm(elsewhere, { recursive: true });
  });

  it('are the same bytes when they are made again', async () => {
    const id = await play(ada, 101_00);
    const before = await receiptOf(ada, id);
    const made = () => world.db.query('SELECT type, no, record, sig, leaves FROM proof_batch ORDER BY type, no');
    const first = (await made()).rows;
    const admin = superuser();
    await admin.query('ALTER TABLE proof_batch DISABLE TRIGGER USER');
    await admin.query('TRUNCATE proof_batch');
    await admin.query(`UPDATE proof_head SET batch = 0, admit_no = 0, settle_no = 0,
      admit_hash = decode(repeat('00', 32), 'hex'), settle_hash = decode(repeat('00', 32), 'hex')`);
    await admin.end();
    await proofs.stop();
    proofs = await room.proofs();
    await proofs.prove();
    expect((await made()).rows).toEqual(first);
    expect(await receiptOf(ada, id)).toEqual(before);
  });

  it('refuse to give a receipt of terms that were changed behind our back', async () => {
    const id = await play(ada, 101_00);
    await receiptOf(ada, id);
    const admin = superuser();
    await admin.query('ALTER TABLE prediction_demo DISABLE TRIGGER USER');
    await admin.query('UPDATE prediction_demo SET payout_bps = 9000 WHERE id = $1', [id]);
    await admin.end();
    await expect(receiptOf(ada, id)).rejects.toThrow('does not give the leaf');
  });
});

describe('the files', () => {
  it('hold roots, lists, ticks, rules and keys, and come back when they are lost', async () => {
    await play(ada, 101_00);
    await endHour();
    const text = (name: string) => readFile(join(proofs.folder, name), 'utf8');
    const index = JSON.parse(await text('index.json')) as { last_hour: string; root: string };
    const hour = index.last_hour.slice(0, 13);
    const root = JSON.parse(await text(`hours/${hour}.json`)) as { doc: Record<string, { n: number; root: string }> };
    const lists = await Promise.all(
      ['ticks', 'admit', 'settle'].map(async (list) => {
        const lines = (await text(`hours/${hour}/${list}.ndjson`)).trimEnd().split('\n');
        return { list, n: lines.length, first: JSON.parse(lines[0] ?? '') as Record<string, string> };
      }),
    );
    expect(lists.map(({ list, n }) => [list, n])).toEqual(lists.map(({ list }) => [list, root.doc[list]?.n]));
    const segment = lists[0]?.first;
    const ticks = await readFile(
      join(proofs.folder, `segments/${segment?.['pair_id']}/${segment?.['first_seq']}.ticks`),
    );
    expect(toHex(sha256(ticks))).toBe(segment?.['file_sha256']);
    expect(JSON.parse(await text('keys/1.json'))).toMatchObject({ doc: { root: index.root } });

    const was = await text(`hours/${hour}/admit.ndjson`);
    await rm(proofs.folder, { recursive: true });
    await proofs.publish();
    expect(await text(`hours/${hour}/admit.ndjson`)).toBe(was);
  });

  it('tell of an hour once, and of what came late in the next', async () => {
    await play(ada, 101_00);
    await endHour();
    const roots = () => world.db.query('SELECT hour, doc FROM proof_hour ORDER BY hour');
    const first = (await roots()).rows;
    await proofs.publish();
    expect((await roots()).rows).toEqual(first);
    world.tick(100_00, { ms: 1_000 });
    await play(ben, 99_00);
    await endHour();
    const both = (await roots()).rows as { doc: string }[];
    expect(both).toHaveLength(2);
    const [one, two] = both.map(({ doc }) => doc);
    expect((JSON.parse(two ?? '') as { prev: string }).prev).toBe(toHex(sha256(Buffer.from(one ?? ''))));
  });

  it('name the hours of a day in its anchor once it is over, and what comes late stands in the next day', async () => {
    await play(ada, 101_00);
    await endHour();
    const day = new Date(world.clock.at).toISOString().slice(0, 10);
    const anchor = join(proofs.folder, `anchors/${day}.json`);
    await expect(readFile(anchor)).rejects.toThrow('ENOENT');
    const midnight = Math.ceil(world.clock.at / 86_400_000) * 86_400_000;
    world.clock.at = midnight + 301_000;
    await proofs.publish();
    const { doc } = JSON.parse(await readFile(anchor, 'utf8')) as { doc: { hours: { hour: string }[] } };
    expect(doc.hours).toHaveLength(1);
    // As if a record of the day before came to light now.
    await world.db.query(
      `INSERT INTO proof_correction (no, proposal, stream, from_seq, to_seq, proposed_by, approved_by, at, doc, sig, leaves)
       SELECT 1, $1, stream, 1, 1, $2, $3, $4, '{}', decode(repeat('00', 64), 'hex'), ''::bytea FROM tick_stream LIMIT 1`,
      [randomUUID(), ada.userId, ben.userId, midnight - 3 * 3_600_000],
    );
    world.clock.at = midnight + 86_400_000 + 301_000;
    await proofs.publish();
    let said = '';
    const code = main(['anchors', proofs.folder], (text) => (said += text));
    expect(said).toContain('2 compared, 0 differ');
    expect(code).toBe(0);
  });
});
