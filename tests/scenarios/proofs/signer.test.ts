import { createConnection } from 'node:net';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { register } from 'prom-client';
import { HOUR_MS } from '#domain/time.ts';
import { batchRecord, type ProofDocument } from '#domain/proofs/documents.ts';
import { anchorDocument } from '#domain/proofs/publication.ts';
import { createAudit, thisShell } from '#server/audit/index.ts';
import { readConfig } from '#server/config/config.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { rotateKeys, SignerAway, SignerClient, type Proofs, type Signer } from '#server/proofs/index.ts';
import { KeyStore } from '#server/proofs/keys/key-store.ts';
import { WaitingProofs } from '#server/proofs/waiting.ts';
import { createVault } from '#server/vault/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { startSigner, type SignerChild } from '#tests/processes/signer-child.ts';
import { buildServer } from '#tests/started.ts';
import { nodePrimitives } from '../../../src/verify/crypto/node-primitives.ts';
import { Verifier, type Verdict } from '../../../src/verify/verify.ts';
import { ProofRoom, sealTape } from './proofs-world.ts';
import { World, type Person } from '../trading/trading-world.ts';

const build = buildServer();
afterAll(() => build.remove());

let dataDir: string;
let socket: string;
let child: SignerChild;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tikvo-signer-'));
  socket = join(dataDir, 'signer.sock');
  child = await startSigner(build.folder, { DATA_DIR: dataDir });
});
afterEach(async () => {
  await child.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** Lines as a stranger would send them; gives what came back. */
async function say(...lines: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const connection = createConnection(socket);
  await once(connection, 'connect');
  connection.write(lines.map((line) => `${line}\n`).join(''));
  const answers: Record<string, unknown>[] = [];
  for await (const line of createInterface({ input: connection })) {
    answers.push(JSON.parse(line) as Record<string, unknown>);
    if (answers.length === lines.length) break;
  }
  connection.destroy();
  return answers;
}

const SIGNATURE = /^[0-9a-f]{128}$/;

const batchOf = (keyId: string) =>
  batchRecord(sha256, {
    type: 'admit-batch',
    shard: 0,
    no: 1,
    batch: 7,
    epoch: 1,
    at: 1_800_000_000_000,
    leaves: [],
    prev: '0'.repeat(64),
    keyId,
  });
const anchorOf = (keyId: string) =>
  anchorDocument({
    day: '2026-11-20',
    prev: '0'.repeat(64),
    hours: [{ hour: '2026-11-20T17:00:00Z', hash: 'ab'.repeat(32) }],
    keyId,
  });

describe('the signer', () => {
  it('signs the documents it knows with the key of their use, and nothing else', async () => {
    const keys = await new SignerClient(socket).keys();
    const batch = keys.find(({ use }) => use === 'batch')?.id ?? '';
    const hour = keys.find(({ use }) => use === 'hour')?.id ?? '';
    const sign = (context: string, document: unknown) => ({ ask: 'sign', context, document });
    const foreign = {
      v: 1,
      type: 'keys',
      no: 1,
      t: 0,
      root: 'ab'.repeat(32),
      prev: '0'.repeat(64),
      keys: [{ key_id: 'cd'.repeat(32), pub: 'ef'.repeat(32), use: 'batch', from: 0, to: 9e15, revoked: null }],
    };
    const table: readonly (readonly [string, unknown, RegExp])[] = [
      ['a batch record', sign('batch', batchOf(batch)), SIGNATURE],
      ['an anchor', sign('anchor', anchorOf(hour)), SIGNATURE],
      ['bytes', { ask: 'sign', context: 'batch', bytes: '00'.repeat(64) }, /no such question/],
      ['text', sign('batch', 'anything'), /no such question/],
      ['a context of its own', sign('raw', batchOf(batch)), /no such question/],
      ['a list of keys', sign('keys', foreign), /no such question/],
      ['a list of keys as a batch', sign('batch', { ...foreign, key: batch }), /no document of batch/],
      ['a document of another context', sign('batch', anchorOf(batch)), /no document of batch/],
      ['one more field', sign('batch', { ...batchOf(batch), more: 1 }), /no document of batch/],
      ['one field less', sign('batch', { ...batchOf(batch), prev: undefined }), /no document of batch/],
      ['a number that is none', sign('batch', { ...batchOf(batch), no: 1.5 }), /no document of batch/],
      ['the key of another use', sign('batch', batchOf(hour)), /signs no batch/],
      ['a key that is not here', sign('batch', batchOf('ab'.repeat(32))), /is not here/],
      ['a wish', { ask: 'secret' }, /no such question/],
    ];
    const answers = await say(
      ...table.map(([, question], at) => JSON.stringify({ no: at + 1, ...(question as object) })),
      'no JSON at all',
    );
    for (const [at, [name, , outcome]] of table.entries()) {
      const answer = answers.find((one) => one['no'] === at + 1);
      expect(String(answer?.['value'] ?? answer?.['refused']), name).toMatch(outcome);
    }
    // What has no number is refused as number 0.
    expect(answers.find((one) => one['no'] === 0)).toMatchObject({ refused: expect.stringContaining('no such') });
    expect(JSON.stringify(answers)).not.toContain('PRIVATE');
  });

  it('names no key in a list that is not its own: a list before it must be signed by its root', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'tikvo-other-signer-'));
    const stranger = await new KeyStore(elsewhere).manifest({ last: null, now: 1, from: 1, rotation: null });
    await rm(elsewhere, { recursive: true });
    if (stranger === 'no-root') throw new Error('the first list makes its root');
    const client = new SignerClient(socket);
    const first = await client.manifest({ last: null, now: 1, from: 1, rotation: null });
    if (first === 'no-root') throw new Error('the first list makes its root');
    const wish = { now: 2, from: 2, rotation: { uses: ['batch'], lost: false } } as const;
    expect(await client.manifest({ last: stranger, ...wish })).toBe('no-root');
    // Its own, with a stranger's key put in.
    const forged = { ...first, doc: { ...first.doc, keys: stranger.doc['keys'] ?? [] } };
    expect(await client.manifest({ last: forged, ...wish })).toBe('no-root');
    expect(await client.manifest({ last: first, ...wish })).toMatchObject({ doc: { no: 2, root: first.doc['root'] } });
  });

  it('is for its owner alone, takes the place of a dead one, and leaves nothing when its parent hangs up', async () => {
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    for (const name of readdirSync(join(dataDir, 'keys'))) {
      expect((await stat(join(dataDir, 'keys', name))).mode & 0o777, name).toBe(0o600);
    }
    const client = new SignerClient(socket);
    const before = await client.keys();
    await child.kill();
    await expect(client.keys()).rejects.toThrow(SignerAway);
    child = await startSigner(build.folder, { DATA_DIR: dataDir });
    // The same line finds the next one, and the keys are the same.
    expect(await client.keys()).toEqual(before);
    child.hangUp();
    expect(await child.ended).toBe(0);
    expect(readdirSync(dataDir)).toEqual(['keys']);
  });

  it('that is halted is away, and no question hangs', async () => {
    const client = new SignerClient(socket, { patienceMs: 300 });
    await client.keys();
    process.kill(child.pid, 'SIGSTOP');
    const asked = await Promise.allSettled([client.keys(), client.keys()]);
    expect(asked.map((one) => one.status === 'rejected' && one.reason instanceof SignerAway)).toEqual([true, true]);
    process.kill(child.pid, 'SIGCONT');
    await expect
      .poll(() =>
        client.keys().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });
});

/** Kills the signer by kill -9 when the nth signature is asked for. */
class Mortal implements Signer {
  readonly #client = new SignerClient(socket);
  left = Infinity;
  keys = () => this.#client.keys();
  manifest: Signer['manifest'] = (wanted) => this.#client.manifest(wanted);
  async sign(...what: Parameters<Signer['sign']>): Promise<Buffer> {
    this.left -= 1;
    if (this.left === 0) await child.kill();
    return this.#client.sign(...what);
  }
}

describe('proofs by a signer of another process', () => {
  let database: TestDatabase;
  let world: World;
  let room: ProofRoom;
  let proofs: Proofs;
  let people: Person[];
  let signer: Mortal;

  beforeEach(async () => {
    database = await testDatabase();
    world = new World(database.pool);
    people = await world.people(2);
    await world.engine.start();
    world.tick(100_00);
    room = await ProofRoom.open(world);
    signer = new Mortal();
    proofs = await room.proofs({ signer });
  });
  afterEach(async () => {
    await proofs.stop();
    await world.engine.stop();
    await room.close();
    await database.drop();
  });

  /** One prediction from its admission to its end: two batches that are proven. */
  async function play(person: Person): Promise<string> {
    world.tick(100_00, { ms: 1_000 });
    const { id } = await world.placed(person, { durationSec: 15 });
    world.tick(100_10, { ms: 600 });
    world.tick(100_20, { ms: 14_900 });
    world.tick(100_30, { ms: 200 });
    await world.settled(person, id);
    return id;
  }

  const receipt = (person: Person, id: string) => proofs.receipt({ userId: person.userId, realm: 'demo', id });

  function verdictOf(found: ProofDocument | 'elsewhere' | null): Verdict {
    const text = JSON.stringify(found);
    const { keys } = JSON.parse(text) as { keys: { doc: { root: string } } };
    return new Verifier({ root: keys.doc.root }, nodePrimitives).verifyText(text);
  }

  async function expectProvenOnce(): Promise<void> {
    const { rows: wanted } = await world.db.query<{ type: string; batch: string }>(
      `SELECT 'admit-batch' AS type, no AS batch FROM batch WHERE jsonb_array_length(facts->'placed') > 0
       UNION ALL SELECT 'settle-batch', no FROM batch WHERE jsonb_array_length(facts->'finished') > 0 ORDER BY 1, 2`,
    );
    const { rows: made } = await world.db.query<{ type: string; batch: string; no: string; record: string }>(
      'SELECT type, batch, no, record FROM proof_batch ORDER BY type, no',
    );
    expect(made.map(({ type, batch }) => ({ type, batch }))).toEqual(wanted);
    const prev = new Map<string, string>();
    for (const { type, record } of made) {
      expect((JSON.parse(record) as { prev: string }).prev).toBe(prev.get(type) ?? '0'.repeat(64));
      prev.set(type, Buffer.from(sha256(Buffer.from(record))).toString('hex'));
    }
  }

  it('are made once each, whenever it is killed; predictions go on, and what was proven is shown', async () => {
    const [ada, ben] = people as [Person, Person];
    const ids: [Person, string][] = [[ada, await play(ada)]];
    await proofs.prove();
    for (const nth of [1, 2, 3, 4]) {
      for (const person of [ada, ben]) ids.push([person, await play(person)]);
      const before = (await world.db.query('SELECT 1 FROM proof_batch')).rowCount;
      signer.left = nth;
      await proofs.prove();
      expect(signer.left, 'it was killed').toBeLessThanOrEqual(0);
      expect(await proofs.signerAnswers()).toBe(false);
      // All of a step or nothing: what it had signed is signed again, with the same bytes.
      expect((await world.db.query('SELECT 1 FROM proof_batch')).rowCount).toBe(before);
      const late = await play(ben);
      ids.push([ben, late]);
      await expect(receipt(ben, late)).rejects.toThrow('is not proven yet');
      expect(await receipt(...(ids[0] as [Person, string]))).not.toBeNull();
      await proofs.publish();
      signer.left = Infinity;
      child = await startSigner(build.folder, { DATA_DIR: dataDir });
      await proofs.prove();
      await expectProvenOnce();
    }
    for (const [person, id] of ids) {
      expect(verdictOf(await receipt(person, id))).toMatchObject({ verdict: 'provisional', code: null });
    }
  });

  async function gauge(name: string): Promise<number | undefined> {
    return (await register.getSingleMetric(name)?.get())?.values[0]?.value;
  }

  it('begin when it comes, where it was not there at the start, and are late meanwhile', async () => {
    await child.kill();
    proofs = await room.proofs({ signer });
    const [ada] = people as [Person];
    const id = await play(ada);
    await proofs.prove();
    await proofs.publish();
    await expect(receipt(ada, id)).rejects.toThrow('is not proven yet');
    const lines: unknown[][] = [];
    const write = (...line: unknown[]) => lines.push(line);
    const log = { error: write, warn: write, info: write };
    const waiting = new WaitingProofs({ db: world.db, clock: world.clock, log }, 0);
    await waiting.look();
    expect(lines).toEqual([]);
    world.clock.at = (Math.floor(world.clock.at / HOUR_MS) + 1) * HOUR_MS + 1_000_000;
    await sealTape(world);
    await waiting.look();
    expect(lines).toMatchObject([[{ alarm: 'proofs', hourSeconds: 700 }, 'proofs are late']]);
    expect(await gauge('tikvo_hour_root_late_seconds')).toBe(700);
    expect(await gauge('tikvo_proofs_waiting_seconds')).toBeGreaterThan(1_000);
    expect(await gauge('tikvo_proofs_waiting')).toBeGreaterThan(1);
    child = await startSigner(build.folder, { DATA_DIR: dataDir });
    await proofs.publish();
    await waiting.look();
    expect(lines.slice(1)).toEqual([['proofs are in time again']]);
    const gauges = ['tikvo_proofs_waiting', 'tikvo_proofs_waiting_seconds', 'tikvo_hour_root_late_seconds'];
    expect(await Promise.all(gauges.map(gauge))).toEqual([0, 0, 0]);
    expect(verdictOf(await receipt(ada, id))).toMatchObject({ verdict: 'valid', code: null });
    expect(JSON.parse(await readFile(join(proofs.folder, 'index.json'), 'utf8'))).toMatchObject({ keys: 1 });
    await expectProvenOnce();
  });

  it('take new keys that it makes while it runs, with the root key there for that minute only', async () => {
    const { db, clock } = world;
    const config = readConfig({ DATA_DIR: room.dataDir, LOG_LEVEL: 'silent' });
    const audit = createAudit({ vault: createVault({ config }), clock });
    const rotate = () =>
      rotateKeys({ db, audit, clock, signer }, { uses: ['batch', 'hour'], lost: false }, thisShell());
    const [ada] = people as [Person];
    const keyOf = async (id: string) => {
      const found = (await receipt(ada, id)) as unknown as { admit_proof: { batch: ProofDocument } };
      return found.admit_proof.batch['key'];
    };
    const before = await play(ada);
    await proofs.prove();
    const away = join(dataDir, 'elsewhere.pem');
    const root = join(dataDir, 'keys/proof-root.pem');
    await rename(root, away);
    expect(await rotate()).toBe('no-root');
    await rename(away, root);
    world.clock.at += 60_000;
    expect(await rotate()).toEqual({ no: 2 });
    await rename(root, away);
    const after = await play(ada);
    await proofs.prove();
    expect(await keyOf(after)).not.toBe(await keyOf(before));
    await expectProvenOnce();
  });
});
