import type { Sha256 } from './hash.ts';
import { nodeHash } from './merkle.ts';

/** A whole tree of RFC 6962 in memory: 64 bytes a leaf, and a path in O(log n). */
export class MerkleTree {
  /** Leaves first, the root last; a lone node goes up as it is. */
  readonly #levels: (readonly Uint8Array[])[];
  readonly #empty: Uint8Array;

  constructor(sha256: Sha256, leaves: readonly Uint8Array[]) {
    this.#empty = sha256(new Uint8Array(0));
    this.#levels = [leaves];
    for (let level = leaves; level.length > 1; this.#levels.push(level)) {
      const below = level;
      level = Array.from({ length: Math.ceil(below.length / 2) }, (_, i) => {
        const left = nodeAt(below, 2 * i);
        const right = below[2 * i + 1];
        return right === undefined ? left : nodeHash(sha256, left, right);
      });
    }
  }

  get count(): number {
    return this.#levels[0]?.length ?? 0;
  }

  root(): Uint8Array {
    return this.#levels.at(-1)?.[0] ?? this.#empty;
  }

  /** Node number `index` of a level; 0 are the leaves. Throws where there is none. */
  node(height: number, index: number): Uint8Array {
    return nodeAt(this.#levels[height] ?? [], index);
  }

  /** Audit path of a leaf, from the leaf up. Throws when the index is outside. */
  path(index: number): readonly Uint8Array[] {
    if (index < 0 || index >= this.count) throw new Error(`leaf ${index} is outside of ${this.count}`);
    return this.#levels
      .slice(0, -1)
      .flatMap((level, height) => level[siblingOf(Math.floor(index / 2 ** height))] ?? []);
  }

  /**
   * What proves the leaves [from, to) besides themselves (docs/receipts.md 6.5): the roots of the subtrees outside, in the order in which
   * splitting at the largest power of two meets them. Throws on an empty range or one that reaches outside.
   */
  rangeNodes(from: number, to: number): readonly Uint8Array[] {
    if (from < 0 || to > this.count || from >= to) throw new Error(`[${from}, ${to}) is no range of ${this.count}`);
    const nodes: Uint8Array[] = [];
    const walk = (low: number, high: number) => {
      if (high <= from || low >= to) nodes.push(this.#subtree(low, high));
      else if (high - low > 1) {
        const middle = low + 2 ** (heightOf(high - low) - 1);
        walk(low, middle);
        walk(middle, high);
      }
    };
    walk(0, this.count);
    return nodes;
  }

  /** Root of the leaves [low, high), a subtree that splitting meets: `low` is aligned to its height. */
  #subtree(low: number, high: number): Uint8Array {
    const height = heightOf(high - low);
    return this.node(height, low / 2 ** height);
  }
}

/** Levels above the leaves of a tree of `count`: the least h with 2^h >= count. */
function heightOf(count: number): number {
  let height = 0;
  while (2 ** height < count) height += 1;
  return height;
}

function siblingOf(index: number): number {
  return index % 2 === 0 ? index + 1 : index - 1;
}

function nodeAt(level: readonly Uint8Array[], index: number): Uint8Array {
  const node = level[index];
  if (node === undefined) throw new Error(`no node ${index}`);
  return node;
}
