import type { Sha256 } from '../hash.ts';
import { NODE_BYTES, sumNode, sumOf } from './sum-node.ts';

/** A whole tree of 2^depth nodes that carries sums. Its leaves may be the roots of other trees: so is a large one kept in blocks. */
export class SumTree {
  /** Leaves first, the root last; each level as the bytes of its nodes. */
  readonly #levels: readonly Uint8Array[];

  /** `leaves`: their bytes, one after the other. Throws where they are no power of two, or too much in sum. */
  constructor(sha256: Sha256, leaves: Uint8Array) {
    const count = leaves.length / NODE_BYTES;
    if (!Number.isInteger(count) || count < 1 || !isPower(count)) throw new Error(`${count} leaves are no whole tree`);
    const levels = [leaves];
    for (let level = leaves; level.length > NODE_BYTES; levels.push(level)) {
      const above = new Uint8Array(level.length / 2);
      for (let at = 0; at < above.length; at += NODE_BYTES) {
        above.set(sumNode(sha256, nodeAt(level, 2 * at), nodeAt(level, 2 * at + NODE_BYTES)), at);
      }
      level = above;
    }
    this.#levels = levels;
  }

  get depth(): number {
    return this.#levels.length - 1;
  }

  root(): Uint8Array {
    return nodeAt(this.#levels.at(-1) ?? new Uint8Array(0), 0);
  }

  /** The sum of all leaves. */
  total(): bigint {
    return sumOf(this.root());
  }

  /** The nodes beside the way from a leaf to the root, from the leaf up. Throws when there is no such leaf. */
  path(index: number): readonly Uint8Array[] {
    if (!Number.isInteger(index) || index < 0 || index >= 2 ** this.depth) throw new Error(`there is no leaf ${index}`);
    return this.#levels.slice(0, -1).map((level, height) => {
      const at = Math.floor(index / 2 ** height);
      return nodeAt(level, (at % 2 === 0 ? at + 1 : at - 1) * NODE_BYTES);
    });
  }
}

/** The root that a leaf gives with the nodes beside its way. Throws where a sum is too much. */
export function sumRoot(
  sha256: Sha256,
  leaf: Uint8Array,
  { index, path }: { readonly index: number; readonly path: readonly Uint8Array[] },
): Uint8Array {
  if (!Number.isInteger(index) || index < 0 || index >= 2 ** path.length) throw new Error(`there is no leaf ${index}`);
  let node = leaf;
  let at = index;
  for (const beside of path) {
    node = at % 2 === 0 ? sumNode(sha256, node, beside) : sumNode(sha256, beside, node);
    at = Math.floor(at / 2);
  }
  return node;
}

function nodeAt(level: Uint8Array, at: number): Uint8Array {
  return level.subarray(at, at + NODE_BYTES);
}

function isPower(count: number): boolean {
  let power = 1;
  while (power < count) power *= 2;
  return power === count;
}
