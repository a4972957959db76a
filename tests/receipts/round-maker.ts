import type { Tick } from '#domain/prices/ticks/tick.ts';
import { leafHash, nodeHash } from '#domain/proofs/merkle.ts';
import { toHex } from '#domain/proofs/hash.ts';
import { roundMarketId } from '#domain/trading/rounds/market-id.ts';
import type { Doc } from './maker.ts';
import { chance, playTicks, STREAM } from './play.ts';
import { createSigner, digest, EMPTY_ROOT, plainLeaf, sha256, Tree, ZEROS } from './signers.ts';

export const us = (t: number) => t * 1_000;
/** Up to the first outage. */
export const ticks = playTicks(chance(9)).slice(0, 100);
export const WINDOW = 5_000;
export const START = ticks[25]!.t + 1;
export const END = START + 20_000;
export const root = createSigner();
const hour = createSigner();
const batch = createSigner();
const leaves = ticks.map(({ record }) => leafHash(sha256, record));
const rulesOf = (staleAfterMs: number) => ({
  feed: 'replay',
  pairs: [{ id: 'BTC-USD', scale: 2 }],
  exit: { staleAfterMs, timeoutMs: 600_000 },
  rounds: { windows: [{ sec: 20, averagingMs: WINDOW }] },
});
const RULES = rulesOf(2_000);
/** By these, prices that stood for longer than 400 ms are stale. */
const STRICT = rulesOf(400);

/** Ticks of one end: one before its window, one at or after E. */
export function runOf(at: number): readonly Tick[] {
  const first = ticks.findLastIndex(({ t }) => t <= at - WINDOW);
  return ticks.slice(first, ticks.findIndex(({ t }) => t >= at) + 1);
}

export function averageOf(run: readonly Tick[], at: number): bigint {
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

/** What `change` may make of a round before the proofs: its result, its runs, the correction that voided it. */
export type ChangeRound = (result: Doc, runs: { end: string; parts: Doc[] }[], correction: Doc) => unknown;

/** A round that two people voided over the third price of its opening average, with what `change` makes of it. */
export function makeVoidRound(change: ChangeRound = () => undefined): Doc {
  return makeRound((result, runs, correction) => {
    Object.assign(result, { outcome: 'VOID', reason: 'SOURCE_CORRECTION', a_end: null });
    runs.pop();
    change(result, runs, correction);
  }, 'corrected');
}

/** A tick in the opening window that came so late that the one before it was stale under strict rules. */
export const LATE = runOf(START).findIndex(
  (tick, i, run) => i > 1 && tick.t < START && tick.t - run[i - 1]!.tSource > 400,
);

/** A round that was void for want of fresh prices, which it shows by the tick at `place` of its opening run, with what `change` makes of it. */
export function makeFaultyRound(change: ChangeRound = () => undefined, place = LATE): Doc {
  return makeRound((result, runs, correction) => {
    Object.assign(result, {
      outcome: 'VOID',
      reason: 'NO_ENTRY',
      a_start: null,
      a_end: null,
      rules_hash: digest(STRICT),
    });
    const shown = runOf(START).slice(place - 1, place + 1);
    runs.splice(0, 2, { end: 'fault', parts: [partOf(shown)] });
    change(result, runs, correction);
  }, 'faulty');
}

/** A run in the one segment, which begins with seq 1. */
export function partOf(run: readonly Tick[]): Doc {
  const first = run[0]!.seq - 1;
  return {
    segment: 0,
    first,
    recs: run.map(({ record }) => toHex(record)),
    nodes: besides([first, first + run.length]),
  };
}

/** What a round says before anybody changes it, and the prices that it says it from. */
function resultOf(): { result: Doc; runs: { end: string; parts: Doc[] }[] } {
  const ends = { start: START, end: END };
  const sums = { start: averageOf(runOf(START), START), end: averageOf(runOf(END), END) };
  const runs = (['start', 'end'] as const).map((end) => ({ end, parts: [partOf(runOf(ends[end]))] }));
  const result: Doc = {
    v: 1,
    type: 'round',
    market: roundMarketId(sha256, `demo/BTC-USD#replay/${(END - START) / 1_000}/${START}`),
    realm: 'demo',
    pair: 'BTC-USD',
    pair_id: STREAM,
    scale: 2,
    rules_hash: digest(RULES),
    start: us(START),
    end: us(END),
    window_us: us(WINDOW),
    a_start: String(sums.start),
    a_end: String(sums.end),
    outcome: sums.end > sums.start ? 'UP' : sums.end < sums.start ? 'DOWN' : 'TIE',
    reason: null,
    t: us(END + 500),
  };
  return { result, runs };
}

function correctionDoc(): Doc {
  const { seq } = runOf(START)[2]!;
  return {
    v: 1,
    type: 'correction',
    no: 1,
    pair: 'BTC-USD#replay',
    pair_id: STREAM,
    from_seq: seq,
    to_seq: seq,
    clause: 'the venue took it back',
    evidence_sha256: ZEROS,
    approved_by: ['01998877-6655-7433-8211-00112233445a', '01998877-6655-7433-8211-00112233445b'],
    t: us(START + 4_000),
    count: 0,
    sum: { demo: '0.000000', real: '0.000000' },
    voided: { n: 0, root: EMPTY_ROOT },
    prev: ZEROS,
    key: batch.id,
  };
}

/** A round of 20 s whose receipt is whole, with what `change` makes of it before the proofs. */
export function makeRound(
  change: ChangeRound = () => undefined,
  kind: 'settled' | 'corrected' | 'faulty' = 'settled',
): Doc {
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
  const correction = correctionDoc();
  const { result, runs } = resultOf();
  change(result, runs, correction);
  const corrections = kind === 'corrected' ? [correction] : [];
  const events = new Tree([{ v: 1, type: 'rules', rules_hash: result['rules_hash'] }, result].map(plainLeaf));
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
    events: { n: 2, root: events.root() },
    corrections: { n: corrections.length, root: new Tree(corrections.map(plainLeaf)).root() },
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
    keys: [
      { key_id: batch.id, pub: batch.pub, use: 'batch', from, to, revoked: null },
      { key_id: hour.id, pub: hour.pub, use: 'hour', from, to, revoked: null },
    ],
  };
  return {
    v: 4,
    type: 'round-receipt',
    result,
    runs,
    correction: kind === 'corrected' ? { doc: correction, sig: batch.sign('tikvo/correction/v1', correction) } : null,
    segments: [segment],
    hours: [{ doc, sig: hour.sign('tikvo/hour/v1', doc) }],
    hour_proofs: [
      { list: 'ticks', item: 0, hour: 0, index: 0, path: [] },
      ...corrections.map(() => ({ list: 'corrections', item: 0, hour: 0, index: 0, path: [] })),
      { list: 'events', item: 0, hour: 0, index: 1, path: events.path(1) },
      { list: 'events', item: 1, hour: 0, index: 0, path: events.path(0) },
    ],
    rules: kind === 'faulty' ? STRICT : RULES,
    keys: { doc: manifest, sig: root.sign('tikvo/keys/v1', manifest) },
  };
}
