import { toDecimal } from '../money.ts';
import type { Usdt } from '../money.ts';
import { utf8, toHex, type Sha256 } from './hash.ts';
import { canonicalJson } from './canonical.ts';
import { micros, type ProofDocument } from './documents.ts';
import { leafHash, merkleRoot } from './merkle.ts';

/** A sealed run of ticks of one stream (docs/receipts.md 3.2). */
export interface SegmentFacts {
  /** Name of the stream. */
  readonly name: string;
  readonly stream: number;
  readonly scale: number;
  /** Start of the hour, `2026-11-20T17:00:00Z`. */
  readonly hour: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly headBefore: Uint8Array;
  readonly headAfter: Uint8Array;
  readonly root: Uint8Array;
  readonly fileSha256: Uint8Array;
  readonly prev: string;
}

export function segmentDocument(facts: SegmentFacts): ProofDocument {
  return {
    v: 1,
    type: 'tick-segment',
    pair: facts.name,
    pair_id: facts.stream,
    scale: facts.scale,
    hour: facts.hour,
    first_seq: facts.firstSeq,
    last_seq: facts.lastSeq,
    count: facts.lastSeq - facts.firstSeq + 1,
    head_before: toHex(facts.headBefore),
    head_after: toHex(facts.headAfter),
    root: toHex(facts.root),
    file_sha256: toHex(facts.fileSha256),
    prev: facts.prev,
  };
}

/** Leaf of a published document in the list of its hour: H(0x00 || JCS(document)). */
export function listLeaf(sha256: Sha256, document: ProofDocument): Uint8Array {
  return leafHash(sha256, utf8(canonicalJson(document)));
}

/** Number and root of a list of leaves, as an hour root names them. */
export function listRoot(sha256: Sha256, leaves: readonly Uint8Array[]): ProofDocument {
  return { n: leaves.length, root: toHex(merkleRoot(sha256, leaves)) };
}

export interface HourFacts {
  readonly hour: string;
  readonly prev: string;
  readonly ticks: readonly Uint8Array[];
  readonly admit: readonly Uint8Array[];
  readonly settle: readonly Uint8Array[];
  readonly corrections: readonly Uint8Array[];
  readonly events: readonly Uint8Array[];
  readonly audit: { readonly seq: number; readonly head: string };
  readonly ledger: readonly { readonly shard: number; readonly batch: number; readonly head: string }[];
  readonly keyId: string;
}

/** The document that is signed for an hour. `fair` is an empty list until there are games. */
export function hourDocument(sha256: Sha256, facts: HourFacts): ProofDocument {
  return {
    v: 1,
    type: 'hour',
    hour: facts.hour,
    prev: facts.prev,
    ticks: listRoot(sha256, facts.ticks),
    admit: listRoot(sha256, facts.admit),
    settle: listRoot(sha256, facts.settle),
    fair: listRoot(sha256, []),
    events: listRoot(sha256, facts.events),
    corrections: listRoot(sha256, facts.corrections),
    audit: { seq: facts.audit.seq, head: facts.audit.head },
    ledger: facts.ledger.map(({ shard, batch, head }) => ({ shard, batch, head })),
    key: facts.keyId,
  };
}

/** A range of ticks that proved wrong, and what it took back (docs/receipts.md 4.4). */
export interface CorrectionFacts {
  readonly no: number;
  readonly name: string;
  readonly stream: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly clause: string;
  readonly evidenceSha256: string;
  readonly approvedBy: readonly [string, string];
  readonly at: number;
  readonly sum: { readonly demo: Usdt; readonly real: Usdt };
  /** Leaves of the new settlements, by id. */
  readonly voided: readonly Uint8Array[];
  readonly prev: string;
  readonly keyId: string;
}

export function correctionDocument(sha256: Sha256, facts: CorrectionFacts): ProofDocument {
  return {
    v: 1,
    type: 'correction',
    no: facts.no,
    pair: facts.name,
    pair_id: facts.stream,
    from_seq: facts.fromSeq,
    to_seq: facts.toSeq,
    clause: facts.clause,
    evidence_sha256: facts.evidenceSha256,
    approved_by: [...facts.approvedBy],
    t: micros(facts.at),
    count: facts.voided.length,
    sum: { demo: toDecimal(facts.sum.demo), real: toDecimal(facts.sum.real) },
    voided: listRoot(sha256, facts.voided),
    prev: facts.prev,
    key: facts.keyId,
  };
}

/** The hour roots of one day, to be kept outside (docs/receipts.md 5.1). */
export interface AnchorFacts {
  /** `2026-11-20`. */
  readonly day: string;
  readonly prev: string;
  /** Each with H(JCS(document)), hex; by hour. */
  readonly hours: readonly { readonly hour: string; readonly hash: string }[];
  readonly keyId: string;
}

export function anchorDocument({ day, prev, hours, keyId }: AnchorFacts): ProofDocument {
  return {
    v: 1,
    type: 'anchor',
    day,
    prev,
    hours: hours.map(({ hour, hash }) => ({ hour, hash })),
    key: keyId,
  };
}
