import { HASH_BYTES, type Sha256 } from './hash.ts';

/** RFC 6962 leaf: SHA256(0x00 || bytes). */
export function leafHash(sha256: Sha256, bytes: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + bytes.length);
  input.set(bytes, 1);
  return sha256(input);
}

/** RFC 6962 node: SHA256(0x01 || left || right). */
export function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + 2 * HASH_BYTES);
  input[0] = 1;
  input.set(left, 1);
  input.set(right, 1 + HASH_BYTES);
  return sha256(input);
}

/**
 * Root of a growing list of leaves in O(log n) memory: holds the roots of the full subtrees, as the bits of `count`.
 * Split at the largest power of two below n; a lone node is not doubled (RFC 6962, section 2.1).
 */
export class MerkleStack {
  readonly #sha256: Sha256;
  readonly #roots: Uint8Array[] = [];
  #count = 0;

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  get count(): number {
    return this.#count;
  }

  push(leaf: Uint8Array): void {
    let node = leaf;
    for (let bits = this.#count; (bits & 1) === 1; bits >>>= 1) {
      const left = this.#roots.pop();
      if (left === undefined) throw new Error('a full subtree is missing');
      node = nodeHash(this.#sha256, left, node);
    }
    this.#roots.push(node);
    this.#count += 1;
  }

  /** Root over all leaves so far; SHA256 of nothing when there is none. */
  root(): Uint8Array {
    const last = this.#roots.at(-1);
    if (last === undefined) return this.#sha256(new Uint8Array(0));
    let node = last;
    for (let i = this.#roots.length - 2; i >= 0; i--) {
      const left = this.#roots[i];
      if (left !== undefined) node = nodeHash(this.#sha256, left, node);
    }
    return node;
  }
}

/** Audit path of leaf `index`, from the leaf up (RFC 6962, section 2.1.1). Throws when the index is outside. */
export function inclusionPath(sha256: Sha256, leaves: readonly Uint8Array[], index: number): readonly Uint8Array[] {
  if (index < 0 || index >= leaves.length) throw new Error(`leaf ${index} is outside of ${leaves.length}`);
  if (leaves.length === 1) return [];
  const split = splitAt(leaves.length);
  const left = leaves.slice(0, split);
  const right = leaves.slice(split);
  return index < split
    ? [...inclusionPath(sha256, left, index), merkleRoot(sha256, right)]
    : [...inclusionPath(sha256, right, index - split), merkleRoot(sha256, left)];
}

/** Root of a list of leaf hashes. */
export function merkleRoot(sha256: Sha256, leaves: readonly Uint8Array[]): Uint8Array {
  const stack = new MerkleStack(sha256);
  for (const leaf of leaves) stack.push(leaf);
  return stack.root();
}

/** Root that a leaf and its audit path give; null when the path has the wrong length. */
export function rootFromPath(
  sha256: Sha256,
  leaf: Uint8Array,
  proof: { readonly index: number; readonly count: number; readonly path: readonly Uint8Array[] },
): Uint8Array | null {
  let node = leaf;
  let index = proof.index;
  let last = proof.count - 1;
  for (const sibling of proof.path) {
    if (last === 0) return null;
    if ((index & 1) === 1 || index === last) {
      node = nodeHash(sha256, sibling, node);
      while ((index & 1) === 0 && index !== 0) {
        index >>>= 1;
        last >>>= 1;
      }
    } else {
      node = nodeHash(sha256, node, sibling);
    }
    index >>>= 1;
    last >>>= 1;
  }
  return last === 0 ? node : null;
}

function splitAt(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}
