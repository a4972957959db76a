import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Proofs } from '#server/proofs/index.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { forgeOne, MUTATIONS } from '#tests/receipts/mutations.ts';
import { chance } from '#tests/receipts/play.ts';
import { receiptShape } from '../../../src/verify/documents.ts';
import { replaySegments } from '../../../src/verify/full.ts';
import { nodePrimitives } from '../../../src/verify/crypto/node-primitives.ts';
import { Verifier, verify, type Verdict } from '../../../src/verify/verify.ts';
import { ProofRoom, sealTape } from './proofs-world.ts';
import { World } from '../trading/trading-world.ts';
import type { Person } from '../trading/trading-world.ts';

/** `VERIFY_RECEIPTS=100000` for the whole run of the reliability plan. */
const WANTED = Number(process.env['VERIFY_RECEIPTS'] ?? '500');
/** Forged ones among them: the thousand of the whole run. */
const FORGED = Math.min(1_000, Math.ceil(WANTED / 5));
/** As many as the rate of a person lets through in a round. */
const EACH = 4;

let database: TestDatabase;
let world: World;
let room: ProofRoom;
let proofs: Proofs;
let root: string;
let sealed: readonly unknown[] = [];
const placed: { readonly person: Person; readonly id: string }[] = [];

beforeAll(async () => {
  database = await testDatabase();
  world = new World(database.pool);
  await world.engine.start();
  room = await ProofRoom.open(world);
  proofs = await room.proofs();
  await playRound(await world.people(Math.max(1, Math.ceil(Math.min(WANTED, 2_000) / EACH / 5))));
  await proofs.publish();
  const index = await readFile(join(room.dataDir, 'transparency/v1/index.json'), 'utf8');
  ({ root } = JSON.parse(index) as { root: string });
}, 3_600_000);

afterAll(async () => {
  await proofs.stop();
  await world.engine.stop();
  await room.close();
  await database.drop();
});

/** Rounds of predictions of all lengths and both directions, with an outage now and then, until there are enough. */
async function playRound(people: readonly Person[]): Promise<void> {
  const next = chance(3);
  let price = 9_000_000;
  world.tick(price);
  for (let round = 0; placed.length < WANTED; round++) {
    const some = people
      .flatMap((person) => Array.from({ length: EACH }, () => person))
      .slice(0, WANTED - placed.length);
    const made = await Promise.all(
      some.map(async (person, i) => {
        const durationSec = [15, 30, 60][i % 3]!;
        const { id } = await world.placed(person, { direction: i % 2 === 0 ? 'UP' : 'DOWN', durationSec });
        return { person, id };
      }),
    );
    placed.push(...made);
    const outage = round % 4 === 3;
    if (outage) world.tick(price, { ms: 9_000, flags: 17 });
    for (let step = 0; step < 90; step++) world.tick((price += next(21) - 10), { ms: 700 + next(300) });
    for (const { person, id } of made) await world.settled(person, id);
  }
}

async function receipts(): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for (let from = 0; from < placed.length; from += 16) {
    const some = placed.slice(from, from + 16).map(async ({ person, id }) => {
      const receipt = await proofs.receipt({ userId: person.userId, realm: 'demo', id });
      return JSON.parse(JSON.stringify(receipt)) as unknown;
    });
    all.push(...(await Promise.all(some)));
  }
  return all;
}

function counted(verdicts: readonly Verdict[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { verdict, code, steps } of verdicts) {
    const fault = steps.find(({ state }) => state === 'fail');
    const name = code === null ? verdict : `${verdict} ${code}: ${fault?.detail}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe('the receipts of a run', () => {
  it(`verify offline: ${WANTED} before their hours are sealed, provisionally`, async () => {
    const verifier = new Verifier({ root }, nodePrimitives);
    const { provisional = 0, valid = 0, ...faults } = counted((await receipts()).map((one) => verifier.verify(one)));
    expect(faults).toEqual({});
    // A long run goes over hours, and the first of them are sealed by now.
    expect(provisional + valid).toBe(WANTED);
    expect(provisional).toBeGreaterThan(0);
  }, 3_600_000);

  it('and for good after it, with wins, losses and voids among them', async () => {
    world.clock.at = (Math.floor(world.clock.at / HOUR_MS) + 1) * HOUR_MS + 301_000;
    await sealTape(world);
    await proofs.publish();
    const verifier = new Verifier({ root }, nodePrimitives);
    sealed = await receipts();
    const begin = performance.now();
    const verdicts = sealed.map((one) => verifier.verify(one));
    const seconds = (performance.now() - begin) / 1_000;
    expect(counted(verdicts)).toEqual({ valid: WANTED });
    console.log(`${WANTED} receipts verified in ${seconds.toFixed(2)} s (${Math.round(WANTED / seconds)} a second)`);
    const outcomes = new Set(verdicts.map(({ facts }) => facts?.reason ?? facts?.outcome));
    expect([...outcomes]).toEqual(expect.arrayContaining(['WIN', 'LOSE', 'NO_ENTRY']));
  }, 3_600_000);

  it(`and ${FORGED} forged ones of the same run fail, each for its reason`, () => {
    const verifier = new Verifier({ root }, nodePrimitives);
    const draw = chance(12);
    // What no receipt of this run has (an early sale, a correction, no result yet) is forged elsewhere.
    const possible = MUTATIONS.filter(
      (one) => forgeOne(one, sealed, { draw, receiptOf: (receipt) => receipt, tries: 500 }) !== null,
    );
    const wrong: string[] = [];
    for (let no = 0; no < FORGED; no++) {
      const mutation = possible[no % possible.length]!;
      const made = forgeOne(mutation, sealed, { draw, receiptOf: (receipt) => receipt });
      const { verdict, code } = verifier.verify(made?.forged);
      const right = verdict === 'invalid' && code !== null && mutation.codes.includes(code);
      if (!right) wrong.push(`${mutation.name}: ${verdict} ${code}`);
    }
    expect(wrong).toEqual([]);
    expect(possible.length).toBeGreaterThan(MUTATIONS.length / 2);
    console.log(
      `${FORGED} of ${FORGED} forged receipts fail for their reason, ${possible.length} ways of ${MUTATIONS.length}`,
    );
  }, 3_600_000);

  it('lead through the published file to the head that the admission names', async () => {
    const shown = sealed.map((one) => receiptShape(one, 'receipt'));
    const receipt = shown.find(({ result, segments }) => result?.outcome === 'WIN' && segments.length === 1)!;
    const header = receipt.segments[0]!;
    const path = join(room.dataDir, 'transparency/v1/segments', String(header.pair_id), `${header.first_seq}.ticks`);
    const tools = { sha256: nodePrimitives.sha256, inflate: (bytes: Uint8Array) => inflateRawSync(bytes) };
    const segments = [{ header, file: await readFile(path) }];
    expect(replaySegments(receipt, segments, tools)).toBe(header.count);
    const lied = { ...receipt, admission: { ...receipt.admission, h_adm: '0'.repeat(64) } };
    expect(() => replaySegments(lied, segments, tools)).toThrow('another head');
  });

  it('stand in hour roots that are the published ones', async () => {
    const folder = join(room.dataDir, 'transparency/v1/hours');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    const hours = await Promise.all(
      names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as unknown),
    );
    expect(hours.length).toBeGreaterThan(0);
    const [receipt] = sealed;
    expect(verify(receipt, { root, hours })).toMatchObject({ verdict: 'valid', code: null });
  });

  it('tell of an early sale too, down to its value', async () => {
    const [person] = (await world.people(1)) as [Person];
    world.tick(9_000_000);
    const { id } = await world.placed(person, { durationSec: 300 });
    world.tick(9_000_000, { ms: 600 });
    await world.until(person, id, ({ status }) => status === 'OPEN');
    world.tick(9_000_400, { ms: 60_000 });
    const actor = { userId: person.userId, sessionId: randomUUID(), role: 'DEMO', realm: 'demo' } as const;
    const asked = world.bus.request('trading.sell', {
      actor,
      predictionId: id,
      minCredit: usdt(0n),
      idempotency: null,
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    world.tick(9_000_500, { ms: 400 });
    world.tick(9_000_700, { ms: 300 });
    expect((await asked).ok).toBe(true);
    const receipt = JSON.parse(JSON.stringify(await proofs.receipt({ userId: person.userId, realm: 'demo', id }))) as {
      result: { sale: { fair: string } };
    };
    const { steps, verdict, facts } = verify(receipt, { root });
    expect(steps.filter(({ state }) => state === 'fail')).toEqual([]);
    expect({ verdict, outcome: facts?.outcome }).toEqual({ verdict: 'provisional', outcome: 'SOLD' });
    receipt.result.sale.fair = '1.000000';
    expect(verify(receipt, { root }).code).toBe('CREDIT');
  });
});
