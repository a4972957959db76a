import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { canonicalJson } from './canonical.ts';
import { NO_PREV } from './documents.ts';
import { toHex } from './hash.ts';
import { correctionDocument, hourDocument, listLeaf, listRoot, segmentDocument } from './publication.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const EMPTY = createHash('sha256').digest('hex');
const filled = (byte: number) => new Uint8Array(32).fill(byte);

describe('documents that are published', () => {
  const segment = segmentDocument({
    name: 'BTC-USD#replay',
    stream: 5,
    scale: 2,
    hour: '2026-11-20T17:00:00Z',
    firstSeq: 11,
    lastSeq: 20,
    headBefore: filled(1),
    headAfter: filled(2),
    root: filled(3),
    fileSha256: filled(4),
    prev: NO_PREV,
  });

  it('a segment counts its ticks', () => {
    expect(segment).toMatchObject({
      type: 'tick-segment',
      pair_id: 5,
      count: 10,
      root: '03'.repeat(32),
      prev: NO_PREV,
    });
  });

  it('an hour names every list, the empty ones too', () => {
    const leaf = listLeaf(sha256, segment);
    expect(toHex(leaf)).toBe(createHash('sha256').update('\0').update(canonicalJson(segment)).digest('hex'));
    const hour = hourDocument(sha256, {
      hour: '2026-11-20T17:00:00Z',
      prev: NO_PREV,
      ticks: [leaf],
      admit: [],
      settle: [],
      corrections: [],
      events: [],
      audit: { seq: 5, head: 'aa' },
      ledger: [{ shard: 0, batch: 9, head: 'bb' }],
      keyId: 'cc',
    });
    expect(hour).toMatchObject({
      ticks: { n: 1, root: toHex(leaf) },
      admit: { n: 0, root: EMPTY },
      fair: { n: 0, root: EMPTY },
      events: { n: 0, root: EMPTY },
      ledger: [{ shard: 0, batch: 9, head: 'bb' }],
    });
  });

  it('a correction says how many and how much, in each realm', () => {
    const voided = [filled(7), filled(8)];
    const doc = correctionDocument(sha256, {
      no: 1,
      name: 'BTC-USD',
      stream: 4,
      fromSeq: 100,
      toSeq: 120,
      clause: 'the venue took it back',
      evidenceSha256: EMPTY,
      approvedBy: ['a', 'b'],
      at: 5,
      sum: { demo: usdt(1n), real: usdt(50_000_000n) },
      voided,
      prev: NO_PREV,
      keyId: 'cc',
    });
    expect(doc).toMatchObject({
      count: 2,
      sum: { demo: '0.000001', real: '50.000000' },
      approved_by: ['a', 'b'],
      t: 5_000,
      voided: listRoot(sha256, voided),
    });
  });
});
