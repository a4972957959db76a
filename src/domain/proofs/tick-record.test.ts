import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex, utf8 } from './hash.ts';
import { inclusionPath, leafHash, merkleRoot, rootFromPath } from './merkle.ts';
import { decodeTickRecord, encodeTickRecord, genesisHead, nextHead, TICK_RECORD_BYTES } from './tick-record.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** The test vector of docs/receipts.md 3.1. */
const T0 = 1_763_650_800_000;
function vectorRecord(i: number): Uint8Array {
  const t = T0 + i * 250;
  return encodeTickRecord({
    stream: 1,
    seq: i,
    t,
    tSource: t - 40,
    price: 9_123_456 + i * i,
    flags: 0,
    sources: 3,
    mad: 12,
    quotesHash: sha256(utf8(`raw${i}`)),
  });
}

describe('tick chain', () => {
  const genesis = genesisHead(sha256, { stream: 1, t0: T0, name: 'BTCUSD' });
  const records = [1, 2, 3, 4, 5, 6, 7].map(vectorRecord);
  const heads = records.reduce<Uint8Array[]>((all, record) => {
    all.push(nextHead(sha256, all.at(-1) ?? genesis, record));
    return all;
  }, []);

  it('gives the published genesis and heads', () => {
    expect(toHex(genesis)).toBe('dd35fbd0b906c7692c4950b75a992d8823456e461b6c71b3be77d58c2b36b6cf');
    expect(toHex(heads[0] ?? genesis)).toMatch(/^00449f66.*bddf$/);
    expect(toHex(heads[1] ?? genesis)).toMatch(/^a2ef6680.*01c1$/);
    expect(toHex(heads[6] ?? genesis)).toBe('8519a87467ed0b206a0d1e101e945d1fff1c0233e8969375fe1d2995b6992a63');
  });

  it('gives the published Merkle root of seven records', () => {
    const leaves = records.map((record) => leafHash(sha256, record));
    expect(toHex(merkleRoot(sha256, leaves))).toBe('fe164d0541c490e555ccc1a44392f64b3a1f8aee5f5bf222c72ab43ec73b6774');
  });

  it('reads back every field', () => {
    const field = (max: number) => fc.integer({ min: 0, max });
    const fields = fc.record({
      stream: field(2 ** 32 - 1),
      seq: field(2 ** 40),
      t: field(2 ** 43),
      tSource: field(2 ** 43),
      price: fc.integer({ min: -(2 ** 50), max: 2 ** 50 }),
      flags: field(63),
      sources: field(65_535),
      mad: field(2 ** 32 - 1),
      quotesHash: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    });
    fc.assert(
      fc.property(fields, (tick) => {
        const record = encodeTickRecord(tick);
        expect(record.length).toBe(TICK_RECORD_BYTES);
        expect(decodeTickRecord(record)).toEqual(tick);
      }),
    );
  });

  it('refuses what is no record', () => {
    const record = vectorRecord(1);
    const changed = (at: number, value: number) => Uint8Array.from(record, (byte, i) => (i === at ? value : byte));
    expect(decodeTickRecord(record.slice(1))).toBeNull();
    expect(decodeTickRecord(changed(0, 2))).toBeNull();
    expect(decodeTickRecord(changed(1, 64))).toBeNull();
    expect(decodeTickRecord(changed(23, (record[23] ?? 0) ^ 1))).toBeNull();
  });

  it('saturates the deviation', () => {
    const base = decodeTickRecord(vectorRecord(1));
    expect(base).not.toBeNull();
    if (base === null) return;
    expect(decodeTickRecord(encodeTickRecord({ ...base, mad: 2 ** 40 }))?.mad).toBe(2 ** 32 - 1);
  });
});

describe('Merkle proofs', () => {
  const leavesOf = (count: number) => Array.from({ length: count }, (_, i) => leafHash(sha256, utf8(`leaf ${i}`)));

  /** RFC 6962 2.1 written down as it stands there. */
  function rfcRoot(leaves: readonly Uint8Array[]): Uint8Array {
    if (leaves.length === 1) return leaves[0] ?? new Uint8Array();
    let k = 1;
    while (k * 2 < leaves.length) k *= 2;
    return sha256(Buffer.concat([Buffer.of(1), rfcRoot(leaves.slice(0, k)), rfcRoot(leaves.slice(k))]));
  }

  it('agree with the recursive definition for every size', () => {
    for (let count = 1; count <= 70; count++)
      expect(toHex(merkleRoot(sha256, leavesOf(count)))).toBe(toHex(rfcRoot(leavesOf(count))));
    expect(toHex(merkleRoot(sha256, []))).toBe(toHex(sha256(new Uint8Array())));
  });

  it('prove every leaf, and nothing else', () => {
    for (const count of [1, 2, 3, 5, 7, 8, 13, 33]) {
      const leaves = leavesOf(count);
      const root = toHex(merkleRoot(sha256, leaves));
      leaves.forEach((leaf, index) => {
        const path = inclusionPath(sha256, leaves, index);
        const given = rootFromPath(sha256, leaf, { index, count, path });
        expect(given === null ? null : toHex(given)).toBe(root);
        const other = leafHash(sha256, utf8('another leaf'));
        const wrong = rootFromPath(sha256, other, { index, count, path });
        expect(wrong === null ? null : toHex(wrong)).not.toBe(root);
        expect(rootFromPath(sha256, leaf, { index, count, path: [...path, leaf] })).toBeNull();
      });
    }
  });

  it('have no path to a leaf outside', () => {
    expect(() => inclusionPath(sha256, leavesOf(3), 3)).toThrow('outside');
  });
});
