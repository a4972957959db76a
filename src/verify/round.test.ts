import { describe, expect, it } from 'vitest';
import type { Tick } from '#domain/prices/tick.ts';
import { leafHash, nodeHash } from '#domain/proofs/merkle.ts';
import { toHex } from '#domain/proofs/hash.ts';
import type { Doc } from '#tests/receipts/maker.ts';
import { chance, playTicks, STREAM } from '#tests/receipts/play.ts';
import { createSigner, digest, EMPTY_ROOT, plainLeaf, sha256, Tree, ZEROS } from '#tests/receipts/signers.ts';
import { nodePrimitives } from './node-primitives.ts';
import { readRound, verifyRound } from './round.ts';

const us = (t: number) => t * 1_000;
/** Up to the first outage. */
const ticks = playTicks(chance(9)).slice(0, 100);
const WINDOW = 5_000;
const START = ticks[25]!.t + 1;
const END = START + 20_000;
const [root, hour] = [createSigner(), createSigner()];
const leaves = ticks.map(({ record }) => leafHash(sha256, record));
const rules = { exit: { staleAfterMs: 2_000 }, rounds: { windows: [{ sec: 20, averagingMs: WINDOW }] } };

/** Ticks of one end: one before its window, one at or after E. */
function runOf(at: number): readonly Tick[] {
  const first = ticks.findLastIndex(({ t }) => t <= at - WINDOW);
  return ticks.slice(first, ticks.findIndex(({ t }) => t >= at) + 1);
}

function averageOf(run: readonly Tick[], at: number): bigint {
  let sum = 0n;
  for (const [i, { t, price }] of run.slice(0, -1).entries()) {
    const overlap = Math.min(run[i + 1]!.t, at) - Math.max(t, at - WINDOW);
    if (overlap > 0) sum += BigInt(price) * BigInt(overlap);
  }
  return sum;
}

/** The nodes beside leaves [a, b), as docs/receipts.md 6.5 orders them. */
function besides([a, b]: readonly [number, number], low = 0, high = leaves.length): string[] {
  if (high <= a || low >= b) return [rootOf(low, high)];
  if (high - low === 1) return [];
  const middle = low + splitOf(high - low);
  return [...besides([a, b], low, middle), ...besides([a, b], middle, high)];
}

function splitOf(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

function nodeOf(low: number, high: number): Uint8Array {
  if (high - low === 1) return leaves[low]!;
  const middle = low + splitOf(high - low);
  return nodeHash(sha256, nodeOf(low, middle), nodeOf(middle, high));
}
const rootOf = (low: number, high: number) => toHex(nodeOf(low, high));

function makeRound(change: (result: Doc, runs: { end: string; parts: Doc[] }[]) => void = () => undefined): Doc {
  const segment = {
    v: 1,
    type: 'tick-segment',
    pair: 'BTC-USD#replay',
    pair_id: STREAM,
    scale: 2,
    hour: '2026-11-20T17:00:00Z',
    first_seq: 1,
    last_seq: ticks.length,
    count: ticks.length,
    head_before: ZEROS,
    head_after: toHex(ticks.at(-1)!.head),
    root: rootOf(0, leaves.length),
    file_sha256: ZEROS,
    prev: ZEROS,
  };
  const empty = { n: 0, root: EMPTY_ROOT };
  const doc = {
    v: 1,
    type: 'hour',
    hour: '2026-11-20T17:00:00Z',
    prev: ZEROS,
    ticks: { n: 1, root: new Tree([plainLeaf(segment)]).root() },
    admit: empty,
    settle: empty,
    fair: empty,
    events: empty,
    corrections: empty,
    audit: { seq: 1, head: ZEROS },
    ledger: [],
    key: hour.id,
  };
  const [from, to] = [us(START - 1e10), us(START + 1e10)];
  const manifest = {
    v: 1,
    type: 'keys',
    no: 1,
    t: from,
    root: root.pub,
    prev: ZEROS,
    keys: [{ key_id: hour.id, pub: hour.pub, use: 'hour', from, to, revoked: null }],
  };
  const ends = { start: START, end: END };
  const sums = { start: averageOf(runOf(START), START), end: averageOf(runOf(END), END) };
  const runs = (['start', 'end'] as const).map((end) => {
    const run = runOf(ends[end]);
    // Of the leaf in its segment, which begins with seq 1.
    const first = run[0]!.seq - 1;
    const part = {
      segment: 0,
      first,
      recs: run.map(({ record }) => toHex(record)),
      nodes: besides([first, first + run.length]),
    };
    return { end, parts: [part as Doc] };
  });
  const result: Doc = {
    v: 1,
    type: 'round',
    market: '01998877-6655-7433-8211-001122334455',
    realm: 'demo',
    pair: 'BTC-USD',
    pair_id: STREAM,
    scale: 2,
    rules_hash: digest(rules),
    start: us(START),
    end: us(END),
    window_us: us(WINDOW),
    a_start: String(sums.start),
    a_end: String(sums.end),
    outcome: sums.end > sums.start ? 'UP' : sums.end < sums.start ? 'DOWN' : 'TIE',
    reason: null,
    t: us(END + 500),
  };
  change(result, runs);
  return {
    v: 1,
    type: 'round-receipt',
    result,
    runs,
    segments: [segment],
    hours: [{ doc, sig: hour.sign('tikvo/hour/v1', doc) }],
    hour_proofs: [{ list: 'ticks', item: 0, hour: 0, index: 0, path: [] }],
    rules,
    keys: { doc: manifest, sig: root.sign('tikvo/keys/v1', manifest) },
  };
}

const NAMES = ['keys', 'rules', 'history', 'whole', 'fresh', 'averages', 'outcome'];
const check = (receipt: Doc) => verifyRound(receipt, { root: root.pub }, nodePrimitives);

describe('the receipt of a round', () => {
  it('is valid when its averages give its outcome', () => {
    const { verdict, code, detail, outcome } = check(makeRound());
    expect({ verdict, code, detail }).toEqual({ verdict: 'valid', code: null, detail: null });
    expect(['UP', 'DOWN', 'TIE']).toContain(outcome);
  });

  it('says seven checks and what it holds, for people', () => {
    const { checks, facts } = check(makeRound());
    expect(checks).toEqual(NAMES.map((name) => ({ name, state: 'pass' })));
    const run = runOf(END);
    const average = Number(averageOf(run, END)) / WINDOW / 100;
    expect(facts?.end).toMatchObject({ at: END, from: END - WINDOW });
    expect(facts?.end.ticks.map(({ t }) => t)).toEqual(run.map(({ t }) => t));
    expect(facts?.end.ticks.map(({ price }) => Number(price))).toEqual(run.map(({ price }) => price / 100));
    expect(facts?.end.average).toMatch(/^\d+\.\d{4}$/);
    expect(Number(facts?.end.average)).toBeCloseTo(average, 3);
    expect(facts?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });

  it('gives averages more digits when they would look alike, and none that are not there', () => {
    const of = (sums: Doc) => check(makeRound((r) => Object.assign(r, sums))).facts;
    const close = of({ a_start: '10000000000', a_end: '10000000001' });
    expect([close?.start.average, close?.end.average]).toEqual(['20000.0000000', '20000.0000020']);
    const same = of({ a_start: '10000000000', a_end: '10000000000' });
    expect([same?.start.average, same?.end.average]).toEqual(['20000.0000', '20000.0000']);
    expect(of({ a_start: null, a_end: '1.5' })).toMatchObject({ start: { average: null }, end: { average: null } });
  });

  it.each<[string, (result: Doc, runs: { end: string; parts: Doc[] }[]) => void, number]>([
    ['form', (r) => (r['note'] = 'x'), 0],
    ['rules', (r) => (r['rules_hash'] = ZEROS), 1],
    ['record', (_, runs) => (runs[0]!.parts[0]!['recs'] as string[]).splice(3, 1), 2],
    ['run', (_, runs) => runs.pop(), 3],
    ['average', (r) => (r['a_end'] = '1'), 5],
    ['outcome', (r) => (r['outcome'] = r['outcome'] === 'UP' ? 'DOWN' : 'UP'), 6],
  ])('names the check that a wrong %s fails, and skips those after it', (_, change, at) => {
    const states = check(makeRound(change)).checks.map(({ state }) => state);
    expect(states).toEqual(NAMES.map((_name, i) => (i < at ? 'pass' : i === at ? 'fail' : 'skipped')));
  });

  it('is told from other files by its text', () => {
    const read = (text: string) => readRound(text, { root: root.pub }, nodePrimitives);
    expect(read(JSON.stringify(makeRound()))?.verdict).toBe('valid');
    expect([read('{"type":"receipt"}'), read('"round-receipt"'), read('{"round-receipt"')]).toEqual([null, null, null]);
  });

  it.each<[string, (result: Doc, runs: { end: string; parts: Doc[] }[]) => void, string]>([
    ['the other outcome', (r) => (r['outcome'] = r['outcome'] === 'UP' ? 'DOWN' : 'UP'), 'OUTCOME'],
    ['another average', (r) => (r['a_end'] = '1'), 'ROUND_AVERAGE'],
    ['a window that the rules do not know', (r) => (r['window_us'] = us(4_000)), 'RULES_UNKNOWN'],
    ['another end', (r) => ((r['start'] = us(START + 900)), (r['end'] = us(END + 900))), 'ROUND_RUN'],
    ['other rules', (r) => (r['rules_hash'] = ZEROS), 'RULES_HASH'],
    ['no run of the end', (_, runs) => runs.pop(), 'EXIT_MISSING'],
    ['a tick left out', (_, runs) => (runs[0]!.parts[0]!['recs'] as string[]).splice(3, 1), 'TICK_ROOT'],
    [
      'another price',
      (_, runs) => ((runs[0]!.parts[0]!['recs'] as string[])[2] = toHex(ticks[0]!.record)),
      'TICK_ROOT',
    ],
    ['a void without a reason', (r) => (r['outcome'] = 'VOID'), 'VOID_REASON'],
    ['an unknown field', (r) => (r['note'] = 'x'), 'FORM'],
  ])('fails with %s', (_, change, code) => expect(check(makeRound(change)).code).toBe(code));

  it('fails with another root key or a forged hour', () => {
    expect(verifyRound(makeRound(), { root: ZEROS }, nodePrimitives).code).toBe('ROOT_KEY');
    const forged = makeRound() as { hours: { sig: string }[] };
    forged.hours[0]!.sig = '0'.repeat(128);
    expect(check(forged).code).toBe('HOUR_SIGNATURE');
  });

  it('takes a void at its word: its reason may lie outside of what it shows', () => {
    const voided = makeRound((r) => Object.assign(r, { outcome: 'VOID', reason: 'STALE_EXIT', a_end: null }));
    expect(check(voided)).toMatchObject({ verdict: 'valid', outcome: 'VOID' });
    const states = check(voided).checks.map(({ state }) => state);
    expect(states).toEqual(['pass', 'pass', 'pass', 'none', 'none', 'none', 'none']);
  });
});
