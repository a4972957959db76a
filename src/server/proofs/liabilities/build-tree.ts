import { randomBytes } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { HASH_BYTES, toHex } from '#domain/proofs/hash.ts';
import { depthFor, partsOf, placesOf } from '#domain/proofs/liabilities/hiding.ts';
import { idCommitment, NODE_BYTES, sumLeaf, sumOf } from '#domain/proofs/liabilities/sum-node.ts';
import { SumTree } from '#domain/proofs/liabilities/sum-tree.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { draw } from './chance.ts';

/** Leaves of a block: hashed and stored together. */
export const BLOCK = 256;

/** One of the leaves of a person, and what opens it. */
export interface OwnLeaf {
  readonly part: number;
  readonly index: number;
  /** Smallest units, as text. */
  readonly amount: string;
  /** 32 bytes, hex. */
  readonly nonce: string;
}

/** What one person is owed, smallest units, under the id that their leaves name. */
export interface Owed {
  readonly userId: string;
  readonly id: string;
  readonly amount: bigint;
}

export interface BuiltTree {
  readonly depth: number;
  readonly root: Uint8Array;
  readonly blocks: readonly Uint8Array[];
  /** The roots of the blocks. */
  readonly tops: Uint8Array;
  readonly leaves: ReadonlyMap<string, readonly OwnLeaf[]>;
}

/** A leaf with its place: where nobody's is, the tree is filled with ones of nothing. */
interface Placed {
  readonly nonce: Buffer;
  readonly id: string;
  readonly part: number;
  readonly amount: bigint;
}

/** The tree over what these people are owed, in a new random order. Others get their turn after each block. Throws on an amount below zero. */
export async function buildTree(owed: readonly Owed[]): Promise<BuiltTree> {
  const parts = owed.flatMap(({ userId, id, amount }) =>
    partsOf(amount, draw).map((share, part) => ({ userId, id, amount: share, part, nonce: randomBytes(HASH_BYTES) })),
  );
  const depth = depthFor(parts.length);
  const places = placesOf(parts.length, depth, draw);
  const placed = new Map<number, Placed>();
  const leaves = new Map<string, OwnLeaf[]>();
  for (const [no, leaf] of parts.entries()) {
    const index = places[no];
    if (index === undefined) throw new Error('a leaf has no place');
    placed.set(index, leaf);
    const { userId, part, amount, nonce } = leaf;
    const own = leaves.get(userId) ?? [];
    own.push({ part, index, amount: amount.toString(), nonce: toHex(nonce) });
    leaves.set(userId, own);
  }
  const blocks: Uint8Array[] = [];
  const tops = new Uint8Array((2 ** depth / BLOCK) * NODE_BYTES);
  for (let block = 0; block < 2 ** depth / BLOCK; block += 1) {
    const nodes = blockOf(placed, block);
    tops.set(new SumTree(sha256, nodes).root(), block * NODE_BYTES);
    blocks.push(nodes);
    await othersTurn();
  }
  const root = new SumTree(sha256, tops).root();
  const total = owed.reduce((sum, { amount }) => sum + amount, 0n);
  if (sumOf(root) !== total) throw new Error('the parts of a tree do not add up to what is owed');
  return { depth, root, blocks, tops, leaves };
}

function blockOf(placed: ReadonlyMap<number, Placed>, block: number): Uint8Array {
  const nodes = new Uint8Array(BLOCK * NODE_BYTES);
  const nobody = randomBytes(BLOCK * HASH_BYTES);
  for (let i = 0; i < BLOCK; i += 1) {
    const leaf = placed.get(block * BLOCK + i);
    const node =
      leaf === undefined
        ? { commitment: nobody.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES), part: 0, amount: 0n }
        : { commitment: idCommitment(sha256, leaf.nonce, leaf.id), part: leaf.part, amount: leaf.amount };
    nodes.set(sumLeaf(sha256, node), i * NODE_BYTES);
  }
  return nodes;
}
