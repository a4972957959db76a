import { micros, type ProofDocument } from '../documents.ts';
import { toHex } from '../hash.ts';
import { hashOf, sumOf } from './sum-node.ts';

/** What a tree is about: what people own, or bonuses that become theirs only when they have been played through. */
export type OwedAs = 'own' | 'bonus';

/** The tree of one asset. */
export interface OwedTree {
  readonly asset: string;
  readonly of: OwedAs;
  /** Decimal digits of one unit. */
  readonly scale: number;
  readonly depth: number;
  readonly root: Uint8Array;
}

/** Accounts of one kind together, smallest units of the asset. */
export interface KindTotal {
  readonly asset: string;
  readonly kind: string;
  /** What distinguishes accounts of this kind; empty: all of them. */
  readonly ref: string;
  readonly total: bigint;
}

/** All that was owed to people at one moment of the ledger. */
export interface LiabilityFacts {
  readonly no: number;
  /** Of the reading, ms. */
  readonly at: number;
  readonly prev: string;
  /** The last batch of each shard that it contains. */
  readonly ledger: readonly { readonly shard: number; readonly batch: number; readonly head: string }[];
  readonly trees: readonly OwedTree[];
  /** Owed to people, but not yet to one by name: pools of markets and prizes. */
  readonly pools: readonly KindTotal[];
  /** What the books say that stands against it: nothing here proves it. */
  readonly held: readonly KindTotal[];
}

/** docs/receipts.md 8. Amounts are whole numbers of the smallest unit, as text. */
export function liabilityDocument(facts: LiabilityFacts): ProofDocument {
  return {
    v: 1,
    type: 'liabilities',
    no: facts.no,
    t: micros(facts.at),
    prev: facts.prev,
    ledger: facts.ledger.map(({ shard, batch, head }) => ({ shard, batch, head })),
    trees: facts.trees.map(({ asset, of, scale, depth, root }) => ({
      asset,
      of,
      scale,
      depth,
      root: toHex(hashOf(root)),
      total: sumOf(root).toString(),
    })),
    pools: facts.pools.map(totalOf),
    held: facts.held.map(totalOf),
  };
}

function totalOf({ asset, kind, ref, total }: KindTotal): ProofDocument {
  return { asset, kind, ref, total: total.toString() };
}

/** Its name among the documents of an hour root. */
export function liabilityName(no: number): string {
  return `liabilities/${no}`;
}

/** What a leaf names: the account, and the address by which its owner knows it as theirs and nobody else's. */
export function liabilityId(accountId: string, email: string): string {
  return `acct:${accountId}|${email.toLowerCase()}`;
}
