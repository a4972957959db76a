import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { canonicalJson } from './canonical.ts';
import {
  admissionDocument,
  batchRecord,
  blindUser,
  documentHash,
  joined,
  NO_PREV,
  saltedLeaf,
  settlementDocument,
  signedBytes,
} from './documents.ts';
import { toHex, utf8 } from './hash.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const sha = (...parts: readonly (string | Uint8Array)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const TERMS = {
  id: '01990000-0000-7000-8000-000000000001',
  realm: 'demo',
  user: 'ab'.repeat(32),
  pairId: 'BTC-USD',
  feed: 'replay',
  stream: 5,
  scale: 2,
  direction: 'UP',
  stake: usdt(10_000_000n),
  payoutBps: 8_200,
  rulesHash: 'cd'.repeat(32),
  admittedAt: 1_763_650_800_123,
  kAdm: 41,
  hAdm: 'ef'.repeat(32),
  durationMs: 60_000,
} as const;
const ADMISSION =
  '{"dir":"UP","duration_us":60000000,"feed":"replay","h_adm":"' +
  'ef'.repeat(32) +
  '","id":"01990000-0000-7000-8000-000000000001","k_adm":41,"pair":"BTC-USD","pair_id":5,"payout_bps":8200,"realm":"demo","rules_hash":"' +
  'cd'.repeat(32) +
  '","scale":2,"stake":"10.000000","t_adm":1763650800123000,"type":"admission","user":"' +
  'ab'.repeat(32) +
  '","v":1}';
const SALT = '00112233445566778899aabbccddeeff';

/** What docs/receipts.md says, written down once more with the platform's own hash. */
describe('documents of docs/receipts.md', () => {
  it('an admission is these bytes, and its leaf is salted', () => {
    const doc = admissionDocument(TERMS);
    expect(canonicalJson(doc)).toBe(ADMISSION);
    const inner = createHash('sha256').update(ADMISSION).digest();
    expect(toHex(saltedLeaf(sha256, SALT, doc))).toBe(sha(Uint8Array.of(0), Buffer.from(SALT, 'hex'), inner));
    expect(toHex(saltedLeaf(sha256, SALT.replace('0011', '0012'), doc))).not.toBe(toHex(saltedLeaf(sha256, SALT, doc)));
  });

  it('a settlement binds the admission and the ticks', () => {
    const records = [Uint8Array.of(1, 2), Uint8Array.of(3)];
    const doc = settlementDocument(sha256, {
      id: TERMS.id,
      realm: 'demo',
      admission: toHex(documentHash(sha256, admissionDocument(TERMS))),
      outcome: 'WIN',
      credit: usdt(18_200_000n),
      reason: null,
      entrySeq: 44,
      exitSeq: 104,
      records,
      settledAt: 1_763_650_861_400,
      sale: null,
      replaces: null,
    });
    expect(canonicalJson(doc)).toBe(
      `{"admission":"${sha(ADMISSION)}","credit":"18.200000","entry_seq":44,"exit_seq":104,"id":"${TERMS.id}",` +
        `"outcome":"WIN","realm":"demo","reason":null,"replaces":null,"sale":null,"t":1763650861400000,` +
        `"ticks":"${sha(Uint8Array.of(1, 2, 3))}","type":"settlement","v":1}`,
    );
  });

  it('a batch record names its root, its place and the one before', () => {
    const leaf = saltedLeaf(sha256, SALT, admissionDocument(TERMS));
    const record = batchRecord(sha256, {
      type: 'admit-batch',
      shard: 0,
      no: 1,
      batch: 7,
      epoch: 3,
      at: TERMS.admittedAt,
      leaves: [leaf],
      prev: NO_PREV,
      keyId: 'aa',
    });
    expect(record).toEqual({
      v: 1,
      type: 'admit-batch',
      shard: 0,
      no: 1,
      batch: 7,
      epoch: 3,
      t: 1_763_650_800_123_000,
      count: 1,
      root: toHex(leaf),
      prev: '0'.repeat(64),
      key: 'aa',
    });
    const signed = Buffer.from(signedBytes(sha256, 'batch', record));
    expect(signed.subarray(0, 15).toString('latin1')).toBe('tikvo/batch/v1\0');
    expect(signed.subarray(15).toString('hex')).toBe(sha(canonicalJson(record)));
  });

  it('a person is hidden by a salt of 16 bytes', () => {
    const salt = Buffer.from(SALT, 'hex');
    expect(blindUser(sha256, salt, 'ada')).toBe(sha('tikvo/user/v1\0', salt, 'ada'));
    expect(() => blindUser(sha256, salt.subarray(1), 'ada')).toThrow('16 bytes');
  });

  it('bytes are joined in their order', () => {
    expect(toHex(joined(Uint8Array.of(1), utf8('a'), new Uint8Array(0)))).toBe('0161');
    expect(joined()).toEqual(new Uint8Array(0));
  });
});
