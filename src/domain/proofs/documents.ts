import { toDecimal } from '../money.ts';
import type { Usdt } from '../money.ts';
import type { FeedKind } from '../prices/pair.ts';
import type { Realm } from '../realm.ts';
import type { Direction, Outcome, VoidReason } from '../trading/prediction.ts';
import { canonicalJson, type CanonicalValue } from './canonical.ts';
import { HASH_BYTES, toHex, utf8, type Sha256 } from './hash.ts';
import { merkleRoot } from './merkle.ts';

/** A document of docs/receipts.md: what is hashed is its canonical form. */
export type ProofDocument = { readonly [key: string]: CanonicalValue };

/** `prev` of the first document of a chain. */
export const NO_PREV = '0'.repeat(2 * HASH_BYTES);
const SALT_BYTES = 16;

/** What stands in front of H(JCS(document)) when it is signed. */
export const SIGNING_CONTEXT = {
  keys: 'tikvo/keys/v1\0',
  batch: 'tikvo/batch/v1\0',
  correction: 'tikvo/correction/v1\0',
  hour: 'tikvo/hour/v1\0',
  anchor: 'tikvo/anchor/v1\0',
} as const;
export type SigningContext = keyof typeof SIGNING_CONTEXT;

/** Whole microseconds of whole ms: the unit of every time in a document. */
export function micros(ms: number): number {
  return ms * 1_000;
}

/** H(JCS(document)). */
export function documentHash(sha256: Sha256, document: ProofDocument): Uint8Array {
  return sha256(utf8(canonicalJson(document)));
}

/** The bytes that a signature of `document` is over. */
export function signedBytes(sha256: Sha256, context: SigningContext, document: ProofDocument): Uint8Array {
  const prefix = utf8(SIGNING_CONTEXT[context]);
  const bytes = new Uint8Array(prefix.length + HASH_BYTES);
  bytes.set(prefix);
  bytes.set(documentHash(sha256, document), prefix.length);
  return bytes;
}

/** A person in an admission: H("tikvo/user/v1\0" || salt || id), so that nobody else learns who it is. */
export function blindUser(sha256: Sha256, salt: Uint8Array, userId: string): string {
  if (salt.length !== SALT_BYTES) throw new Error('a user salt has 16 bytes');
  return toHex(sha256(joined(utf8('tikvo/user/v1\0'), salt, utf8(userId))));
}

/** The terms of a prediction; times ms, money 10^-6. */
export interface AdmissionTerms {
  readonly id: string;
  readonly realm: Realm;
  /** Blinded. */
  readonly user: string;
  readonly pairId: string;
  readonly feed: FeedKind;
  readonly stream: number;
  readonly scale: number;
  readonly direction: Direction;
  readonly stake: Usdt;
  readonly payoutBps: number;
  readonly rulesHash: string;
  readonly admittedAt: number;
  readonly kAdm: number;
  readonly hAdm: string;
  readonly durationMs: number;
}

export function admissionDocument(terms: AdmissionTerms): ProofDocument {
  return {
    v: 1,
    type: 'admission',
    id: terms.id,
    realm: terms.realm,
    user: terms.user,
    pair: terms.pairId,
    feed: terms.feed,
    pair_id: terms.stream,
    scale: terms.scale,
    dir: terms.direction,
    stake: toDecimal(terms.stake),
    payout_bps: terms.payoutBps,
    rules_hash: terms.rulesHash,
    t_adm: micros(terms.admittedAt),
    k_adm: terms.kAdm,
    h_adm: terms.hAdm,
    duration_us: micros(terms.durationMs),
  };
}

/** The end of a prediction. `records`: those of the ticks stored with it, in the order of their roles. */
export interface SettlementFacts {
  readonly id: string;
  readonly realm: Realm;
  /** H(JCS(admission)), hex. */
  readonly admission: string;
  readonly outcome: Outcome;
  readonly credit: Usdt;
  readonly reason: VoidReason | null;
  readonly entrySeq: number | null;
  readonly exitSeq: number | null;
  readonly records: readonly Uint8Array[];
  readonly settledAt: number;
  readonly sale: ProofDocument | null;
  /** H(JCS(settlement)) of the result that a correction takes back, hex. */
  readonly replaces: string | null;
}

export function settlementDocument(sha256: Sha256, facts: SettlementFacts): ProofDocument {
  return {
    v: 1,
    type: 'settlement',
    id: facts.id,
    realm: facts.realm,
    admission: facts.admission,
    outcome: facts.outcome,
    credit: toDecimal(facts.credit),
    reason: facts.reason,
    entry_seq: facts.entrySeq,
    exit_seq: facts.exitSeq,
    ticks: toHex(sha256(joined(...facts.records))),
    t: micros(facts.settledAt),
    sale: facts.sale,
    replaces: facts.replaces,
  };
}

/** Leaf of an admission or a settlement: H(0x00 || salt || H(JCS(document))). `salt` is hex. */
export function saltedLeaf(sha256: Sha256, salt: string, document: ProofDocument): Uint8Array {
  return saltedLeafOf(sha256, salt, documentHash(sha256, document));
}

/** The same of a document whose H(JCS(document)) is known. */
export function saltedLeafOf(sha256: Sha256, salt: string, hash: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + SALT_BYTES + HASH_BYTES);
  for (let i = 0; i < SALT_BYTES; i++) bytes[1 + i] = Number.parseInt(salt.slice(2 * i, 2 * i + 2), 16);
  bytes.set(hash, 1 + SALT_BYTES);
  return sha256(bytes);
}

export type BatchType = 'admit-batch' | 'settle-batch';

export interface BatchFacts {
  readonly type: BatchType;
  readonly shard: number;
  /** Number of the record, gapless by type and shard. */
  readonly no: number;
  /** The engine's number of the batch. */
  readonly batch: number;
  readonly epoch: number;
  readonly at: number;
  readonly leaves: readonly Uint8Array[];
  readonly prev: string;
  readonly keyId: string;
}

export function batchRecord(sha256: Sha256, facts: BatchFacts): ProofDocument {
  return {
    v: 1,
    type: facts.type,
    shard: facts.shard,
    no: facts.no,
    batch: facts.batch,
    epoch: facts.epoch,
    t: micros(facts.at),
    count: facts.leaves.length,
    root: toHex(merkleRoot(sha256, facts.leaves)),
    prev: facts.prev,
    key: facts.keyId,
  };
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
