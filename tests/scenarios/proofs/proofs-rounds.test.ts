import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import { streamName } from '#domain/prices/pair.ts';
import { toHex } from '#domain/proofs/hash.ts';
import { leafHash, nodeHash } from '#domain/proofs/merkle.ts';
import { decodeTickRecord } from '#domain/proofs/tick-record.ts';
import { roundMarketId } from '#domain/trading/rounds/market-id.ts';
import type { Proofs } from '#server/proofs/index.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { verifyEvent } from '#verify/events/event.ts';
import { verifyRound } from '#verify/rounds/round.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { ProofRoom, sealTape } from './proofs-world.ts';
import { START, World } from '../trading/trading-world.ts';

const WINDOW = 30_000;
/** The round of five minutes that ends with the hour: the run of its end reaches over two segments. */
const ROUND_END = START + HOUR_MS;
const ROUND_START = ROUND_END - 300_000;

let database: TestDatabase;
let world: World;
let room: ProofRoom;
let proofs: Proofs;

beforeEach(async () => {
  database = await testDatabase();
  world = new World(database.pool);
  await world.engine.start();
  room = await ProofRoom.open(world);
  proofs = await room.proofs();
});

afterEach(async () => {
  await proofs.stop();
  await world.engine.stop();
  await room.close();
  await database.drop();
});

interface Part {
  readonly segment: number;
  readonly first: number;
  readonly recs: readonly string[];
  readonly nodes: readonly string[];
}

interface RoundReceipt {
  readonly result: {
    readonly a_start: string;
    readonly a_end: string;
    readonly outcome: string;
    readonly window_us: number;
  };
  readonly runs: readonly { readonly end: string; readonly parts: readonly Part[] }[];
  readonly segments: readonly { readonly root: string; readonly count: number }[];
  readonly hours: readonly unknown[];
}

/** docs/receipts.md 6.5: the root that a run and the nodes around it give. */
function rootOf({ first, recs, nodes }: Part, count: number): string {
  const left = [...nodes];
  const leaves = recs.map((rec) => leafHash(sha256, Buffer.from(rec, 'hex')));
  const root = (low: number, high: number): Uint8Array => {
    if (high <= first || low >= first + leaves.length) return Buffer.from(left.shift() ?? '', 'hex');
    if (high - low === 1) return leaves[low - first] ?? new Uint8Array();
    let k = 1;
    while (k * 2 < high - low) k *= 2;
    return nodeHash(sha256, root(low, low + k), root(low + k, high));
  };
  const found = toHex(root(0, count));
  expect(left).toEqual([]);
  return found;
}

/** A(E) of docs/rules/settlement.md#rounds, from records alone. */
function averageOf(parts: readonly Part[], end: number): bigint {
  const ticks = parts.flatMap(({ recs }) => recs.map((rec) => decodeTickRecord(Buffer.from(rec, 'hex'))));
  return ticks.reduce((sum, tick, i) => {
    const next = ticks[i + 1];
    if (tick === null || next === null || next === undefined) return sum;
    const overlap = Math.min(next.t, end) - Math.max(tick.t, end - WINDOW);
    return overlap > 0 ? sum + BigInt(tick.price) * BigInt(overlap) : sum;
  }, 0n);
}

/** The run of a round end, as the engine stores it: seqs of both ends, and the sum. */
function runOf(end: number) {
  const ticks = world.tape.of(world.prices.feed('BTC-USD').stream);
  const first = ticks.findLast(({ t }) => t <= end - WINDOW);
  const last = ticks.find(({ t }) => t >= end);
  if (first === undefined || last === undefined) throw new Error('the tape is too short');
  const recs = ticks.slice(first.seq - 1, last.seq).map(({ record }) => toHex(record));
  return { first: first.seq, last: last.seq, sum: averageOf([{ segment: 0, first: 0, recs, nodes: [] }], end) };
}

async function endRound(): Promise<string> {
  const { stream, kind } = world.prices.feed('BTC-USD');
  const [start, end] = [runOf(ROUND_START), runOf(ROUND_END)];
  const market = roundMarketId(sha256, `demo/${streamName('BTC-USD', kind)}/300/${ROUND_START}`);
  await world.db.query(
    `INSERT INTO market (id, realm, kind, first_name, second_name, pair_id, stream, window_sec, starts_at, opens_at, cut_off_at, ends_at,
       fee_bps, rules_hash, pool, fees, state, fills, volume, result, won, start_sum, start_first, start_last, end_sum, end_first, end_last,
       ended_at, shard, batch)
     SELECT $1, 2, 'round', 'UP', 'DOWN', 'BTC-USD', $2, 300, $3::bigint, $3::bigint, $4::bigint, $4::bigint, 600, hash, 1, 2, 'SETTLED', 0, 0, 'WON', $5,
       $6::numeric, $7::bigint, $8::bigint, $9::numeric, $10::bigint, $11::bigint, $4::bigint, 0, 1 FROM rules_document WHERE pair_group = 'crypto'`,
    [
      market,
      stream,
      ROUND_START,
      ROUND_END,
      end.sum > start.sum ? 0 : 1,
      start.sum,
      start.first,
      start.last,
      end.sum,
      end.first,
      end.last,
    ],
  );
  return market;
}

describe('the receipt of a round', () => {
  it('holds both runs of ticks with their range proofs, from which averages and result follow', async () => {
    world.clock.at = ROUND_START - 60_000;
    for (let i = 0; world.clock.at < ROUND_END + 7_000; i += 1) world.tick(100_00 + ((i * 37) % 91), { ms: 1_000 });
    const market = await endRound();
    world.clock.at = ROUND_END + HOUR_MS + 301_000;
    await sealTape(world);
    await proofs.publish();
    const receipt = JSON.parse(await readFile(join(proofs.folder, 'rounds', `${market}.json`), 'utf8')) as RoundReceipt;
    expect(receipt.runs.map(({ end, parts }) => [end, parts.length])).toEqual([
      ['start', 1],
      ['end', 2],
    ]);
    for (const { parts } of receipt.runs) {
      for (const part of parts) {
        const segment = receipt.segments[part.segment];
        expect(rootOf(part, segment?.count ?? 0)).toBe(segment?.root);
      }
    }
    expect(receipt.hours).toHaveLength(2);
    const [start, end] = receipt.runs.map(({ parts }, i) => averageOf(parts, i === 0 ? ROUND_START : ROUND_END));
    expect(receipt.result).toMatchObject({
      a_start: String(start),
      a_end: String(end),
      outcome: (end ?? 0n) > (start ?? 0n) ? 'UP' : 'DOWN',
      window_us: WINDOW * 1_000,
    });
    // What the page and the command make of it.
    const { verdict, code, checks, facts } = verifyRound(receipt, {});
    expect({ verdict, code }).toEqual({ verdict: 'valid', code: null });
    expect(checks.map(({ state }) => state)).toEqual(Array.from({ length: 7 }, () => 'pass'));
    const prices = receipt.runs.map(({ parts }) => parts.reduce((count, { recs }) => count + recs.length, 0));
    expect([facts?.start.ticks.length, facts?.end.ticks.length]).toEqual(prices);
  });

  it('stands in an hour root beside the ends of events and the hash of their rules', async () => {
    world.tick(100_00);
    const rules = '{"group":"event","outcomes":["YES","NO"],"title":"Will it rain?","type":"rules","v":1}';
    const [book, hash] = ['01a1fa8e-da08-7372-9c63-05753897e71c', toHex(sha256(Buffer.from(rules)))];
    await world.db.query(`INSERT INTO rules_document (hash, pair_group, body) VALUES ($1, 'event', $2)`, [
      Buffer.from(hash, 'hex'),
      rules,
    ]);
    await world.db.query(
      `INSERT INTO market (id, realm, kind, first_name, second_name, opens_at, cut_off_at, ends_at, fee_bps, rules_hash, pool, fees, state, fills,
         volume, result, void_value, void_reason, ended_at, shard, batch)
       VALUES ($1, 2, 'event', 'YES', 'NO', 1, 2, 2, 400, $2, 1, 2, 'VOIDED', 0, 0, 'VOID', 313, 'CANCELLED', $3, 0, 1)`,
      [book, Buffer.from(hash, 'hex'), world.clock.at],
    );
    world.clock.at += HOUR_MS + 301_000;
    await sealTape(world);
    await proofs.publish();
    const { rows } = await world.db.query<{ name: string; doc: string }>(
      `SELECT name, doc FROM proof_event WHERE name IN ($1, $2) ORDER BY place`,
      [`rules/${hash}`, `event/${book}`],
    );
    expect(rows.map(({ name }) => name)).toEqual([`rules/${hash}`, `event/${book}`]);
    expect(JSON.parse(rows[1]?.doc ?? '')).toMatchObject({
      type: 'event',
      market: book,
      realm: 'demo',
      rules_hash: hash,
      outcome: 'VOID',
      pays: 313,
      reason: 'CANCELLED',
    });
    // The receipt of the book proves both, to the page and to the command.
    const receipt: unknown = JSON.parse(await readFile(join(proofs.folder, 'events', `${book}.json`), 'utf8'));
    expect(verifyEvent(receipt, {})).toMatchObject({
      verdict: 'valid',
      code: null,
      facts: { market: book, outcome: 'VOID', pays: 313, title: 'Will it rain?' },
    });
  });

  it('waits for the hour roots of its ticks', async () => {
    world.clock.at = ROUND_START - 60_000;
    while (world.clock.at < ROUND_END + 7_000) world.tick(100_00, { ms: 4_000 });
    const market = await endRound();
    world.clock.at = ROUND_END + 301_000;
    await sealTape(world);
    await proofs.publish();
    await expect(readFile(join(proofs.folder, 'rounds', `${market}.json`))).rejects.toThrow('ENOENT');
  });
});
