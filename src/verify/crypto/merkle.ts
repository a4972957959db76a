import { joined } from './bytes.ts';

export type Hash = (bytes: Uint8Array) => Uint8Array;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** RFC 6962 2.1. */
export function leafHash(hash: Hash, ...parts: readonly Uint8Array[]): Uint8Array {
  return hash(joined(LEAF, ...parts));
}

export function nodeHash(hash: Hash, left: Uint8Array, right: Uint8Array): Uint8Array {
  return hash(joined(NODE, left, right));
}

/** How many hashes the audit path of a leaf has; null when the leaf is outside the tree. */
export function pathLength(index: number, count: number): number | null {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(count) || index < 0 || index >= count) return null;
  let length = 0;
  for (let [at, size] = [index, count]; size > 1; length += 1) {
    const left = largestPowerBelow(size);
    if (at < left) size = left;
    else [at, size] = [at - left, size - left];
  }
  return length;
}

/** Root that a leaf and its audit path (from the leaf up) give; null when the path does not fit the place in the tree. */
export function rootOf(
  hash: Hash,
  leaf: Uint8Array,
  proof: { readonly index: number; readonly count: number; readonly path: readonly Uint8Array[] },
): Uint8Array | null {
  const { index, count, path } = proof;
  if (pathLength(index, count) !== path.length) return null;
  return climb(hash, { leaf, index, count, path });
}

function climb(
  hash: Hash,
  at: {
    readonly leaf: Uint8Array;
    readonly index: number;
    readonly count: number;
    readonly path: readonly Uint8Array[];
  },
): Uint8Array | null {
  const { leaf, index, count, path } = at;
  if (count === 1) return leaf;
  const sibling = path.at(-1);
  if (sibling === undefined) return null;
  const left = largestPowerBelow(count);
  const below = path.slice(0, -1);
  if (index < left) {
    const node = climb(hash, { leaf, index, count: left, path: below });
    return node === null ? null : nodeHash(hash, node, sibling);
  }
  const node = climb(hash, { leaf, index: index - left, count: count - left, path: below });
  return node === null ? null : nodeHash(hash, sibling, node);
}

/** Root over all leaf hashes; SHA-256 of nothing for none. */
export function treeRoot(hash: Hash, leaves: readonly Uint8Array[]): Uint8Array {
  const first = leaves[0];
  if (first === undefined) return hash(new Uint8Array(0));
  if (leaves.length === 1) return first;
  const split = largestPowerBelow(leaves.length);
  return nodeHash(hash, treeRoot(hash, leaves.slice(0, split)), treeRoot(hash, leaves.slice(split)));
}

function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}
