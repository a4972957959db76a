import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { hashQuotes, loneQuote, type RawQuote } from '#domain/prices/raw-quotes.ts';
import { isPlainHeartbeat, type StoredTick } from '#domain/prices/ticks/stored-tick.ts';
import { encodeTicks } from '#domain/prices/ticks/tick-columns.ts';
import { toHex } from '#domain/proofs/hash.ts';
import { leafHash, merkleRoot } from '#domain/proofs/merkle.ts';
import { encodeTickRecord, genesisHead, nextHead } from '#domain/proofs/tick-record.ts';
import { chance } from '#tests/receipts/play.ts';
import { recordsOf } from './columns.ts';
import type { Receipt, Segment } from './documents.ts';
import { Fault } from './codes.ts';
import { replaySegments } from './full.ts';
import { nodePrimitives } from './crypto/node-primitives.ts';
import { fileOf, quotesAt } from './quotes.ts';

const { sha256 } = nodePrimitives;
const STREAM = 4;
const SCALE = 2;
const T0 = Date.UTC(2026, 10, 20, 17);

/** Ticks as the product stores them: prices with and without source lists, heartbeats in runs, ids of three forms. */
function storedTicks(count: number): readonly StoredTick[] {
  const next = chance(31);
  const ticks: StoredTick[] = [];
  let [t, price] = [T0, 9_000_000];
  for (let i = 0; i < count; i++) {
    const before = ticks.at(-1);
    if (before !== undefined && next(3) === 0) {
      t = before.t + 1_000;
      ticks.push({ ...before, t, tSource: before.tSource + [0, 1_000, 700][next(3)]!, flags: 8, said: null });
      continue;
    }
    t += 100 + next(900);
    price += next(50) - 25;
    const lag = before === undefined ? 40 : Math.min(40, t - before.tSource);
    const quote = (src: string): RawQuote => ({
      src,
      price: next(5) === 0 ? '1e3' : (price / 100).toFixed(2),
      t: t - lag - next(9),
      id: [null, String(1_000 + i), `trade-${i}`][next(3)]!,
    });
    const said = next(2) === 0 ? 'replay' : ['kraken', 'coinbase', 'bitstamp'].map(quote);
    ticks.push({
      t,
      tSource: t - lag,
      price,
      flags: i % 50 === 49 ? 1 : 0,
      sources: 3,
      mad: next(9),
      said,
      recorded: null,
    });
  }
  return ticks;
}

const ticks = storedTicks(400);
const records = ticks.map((tick, i) => {
  const quotes =
    tick.said === null
      ? []
      : typeof tick.said === 'string'
        ? [loneQuote(tick.said, { ...tick, scale: SCALE })]
        : tick.said;
  return encodeTickRecord({ ...tick, stream: STREAM, seq: i + 1, quotesHash: hashQuotes(sha256, quotes) });
});
const columns = encodeTicks(ticks);
const file = deflateRawSync(columns);
const genesis = genesisHead(sha256, { stream: STREAM, t0: T0, name: 'BTC-USD' });
const heads = records.reduce<Uint8Array[]>(
  (all, record) => [...all, nextHead(sha256, all.at(-1) ?? genesis, record)],
  [],
);
const header = {
  pair_id: STREAM,
  scale: SCALE,
  first_seq: 1,
  last_seq: records.length,
  count: records.length,
  head_before: toHex(genesis),
  head_after: toHex(heads.at(-1)!),
  root: toHex(
    merkleRoot(
      sha256,
      records.map((record) => leafHash(sha256, record)),
    ),
  ),
  file_sha256: toHex(sha256(file)),
} as Segment;

describe('a stored hour of ticks', () => {
  it('gives the records that were hashed, byte for byte', () => {
    expect(ticks.some((tick, i) => i > 0 && isPlainHeartbeat(tick, ticks[i - 1]!))).toBe(true);
    const read = recordsOf(sha256, columns, { stream: STREAM, firstSeq: 1, scale: SCALE });
    expect(read.map(toHex)).toEqual(records.map(toHex));
  });

  it('is refused when it is cut or of another version', () => {
    const of = { stream: STREAM, firstSeq: 1, scale: SCALE };
    expect(() => recordsOf(sha256, columns.slice(0, 200), of)).toThrow('too early');
    expect(() => recordsOf(sha256, Uint8Array.of(9), of)).toThrow('version');
  });
});

describe('the quotes behind a tick', () => {
  const whole = { header, raw: file, inflated: columns };
  const rec = (i: number) => toHex(records[i]!);

  it('are those that its record was hashed with', () => {
    const at = ticks.findIndex(({ said }) => said !== null && typeof said !== 'string');
    expect(quotesAt(sha256, whole, rec(at))).toEqual(ticks[at]!.said);
    const lone = ticks.findIndex(({ said }) => said === 'replay');
    expect(quotesAt(sha256, whole, rec(lone)).map(({ src }) => src)).toEqual(['replay']);
    expect(quotesAt(sha256, whole, rec(ticks.findIndex(({ said }) => said === null)))).toEqual([]);
  });

  it('are refused from another file, for another record and outside of the file', () => {
    const bad = (one: typeof whole, text: string) => {
      try {
        return quotesAt(sha256, one, text);
      } catch (error) {
        return error instanceof Fault ? error.code : error;
      }
    };
    expect(bad({ ...whole, raw: file.subarray(1) }, rec(0))).toBe('SEGMENT_FILE');
    expect(bad(whole, `${rec(0).slice(0, -2)}00`)).toBe('SEGMENT_FILE');
    const later = { ...whole, header: { ...header, first_seq: 5_000 } as Segment };
    expect(bad(later, rec(0))).toBe('SEGMENT_FILE');
    expect(bad(whole, 'ff')).toBe('TICK_RECORD');
  });

  it('stand in the file that holds their number', () => {
    const receipt = { segments: [header] } as unknown as Receipt;
    expect(fileOf(receipt, 7)?.name).toBe(`segments/${STREAM}/1.ticks`);
    expect(fileOf(receipt, records.length + 1)).toBeNull();
  });
});

describe('the replay of a segment', () => {
  const receipt = (k: number, head: Uint8Array): Receipt =>
    ({
      admission: { pair_id: STREAM, k_adm: k, h_adm: toHex(head) },
      result: { outcome: 'WIN', exit_seq: k + 20 },
    }) as Receipt;
  const tools = { sha256, inflate: (bytes: Uint8Array) => inflateRawSync(bytes) };
  const fault = (one: Receipt, change: Partial<Segment> = {}, bytes: Uint8Array = file) => {
    try {
      return replaySegments(one, [{ header: { ...header, ...change }, file: bytes }], tools);
    } catch (error) {
      return error instanceof Fault ? error.code : error;
    }
  };

  it('leads from the head before to the head at admission', () => {
    expect(fault(receipt(7, heads[6]!))).toBe(records.length);
    expect(fault(receipt(0, genesis))).toBe(records.length);
  });

  it('names what does not fit', () => {
    const good = receipt(7, heads[6]!);
    expect(fault(receipt(7, heads[7]!))).toBe('ADMISSION_HEAD');
    expect(fault(receipt(7_000, heads[7]!))).toBe('ADMISSION_HEAD');
    expect(fault(good, { pair_id: 8 })).toBe('SEGMENT_FILE');
    expect(fault(good, {}, file.subarray(1))).toBe('SEGMENT_FILE');
    expect(fault(good, { root: toHex(genesis) })).toBe('SEGMENT_FILE');
    expect(fault(good, { count: 3 })).toBe('SEGMENT_FILE');
    expect(fault(good, { head_after: toHex(genesis) })).toBe('CHAIN');
    expect(fault(good, { file_sha256: toHex(sha256(file.subarray(9))) }, file.subarray(9))).toBe('SEGMENT_FILE');
  });

  it('finds a break between admission and end', () => {
    const broken = ticks.map((tick, i) => (i === 15 ? { ...tick, flags: 32 } : tick));
    const columnsOf = encodeTicks(broken);
    const packed = deflateRawSync(columnsOf);
    const again = recordsOf(sha256, columnsOf, { stream: STREAM, firstSeq: 1, scale: SCALE });
    const chain = again.reduce<Uint8Array[]>(
      (all, record) => [...all, nextHead(sha256, all.at(-1) ?? genesis, record)],
      [],
    );
    const change = {
      file_sha256: toHex(sha256(packed)),
      head_after: toHex(chain.at(-1)!),
      root: toHex(
        merkleRoot(
          sha256,
          again.map((record) => leafHash(sha256, record)),
        ),
      ),
    };
    expect(fault(receipt(7, chain[6]!), change, packed)).toBe('BREAK_BETWEEN');
    expect(fault(receipt(40, chain[39]!), change, packed)).toBe(records.length);
  });
});
