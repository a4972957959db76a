import { HASH_BYTES, type Sha256 } from './hash.ts';
import { MerkleTree } from './merkle-tree.ts';

/** Leaves below each node that is kept: a byte of it for two leaves, and 63 hashes to find what lies below. */
export const BLOCK = 64;
const BLOCK_HEIGHT = 6;

/**
 * A tree of RFC 6962 of which the nodes above each 64 leaves are kept, and the leaves are asked for where a path needs them: half a byte of
 * memory a leaf instead of 64. Throws where leaves do not give the node that was kept.
 */
export class SplitTree {
  readonly #sha256: Sha256;
  readonly #upper: MerkleTree;
  readonly #tops: readonly Uint8Array[];
  readonly #leavesOf: (from: number, to: number) => readonly Uint8Array[];
  readonly count: number;
  #last: { readonly no: number; readonly tree: MerkleTree } | null = null;

  /** `tops`: the kept nodes, one after the other. `leavesOf` gives the leaves [from, to). */
  constructor(
    sha256: Sha256,
    parts: {
      readonly count: number;
      readonly tops: Uint8Array;
      readonly leavesOf: (from: number, to: number) => readonly Uint8Array[];
    },
  ) {
    const { count, tops, leavesOf } = parts;
    const blocks = Math.ceil(count / BLOCK);
    if (tops.length !== blocks * HASH_BYTES) throw new Error(`${tops.length} bytes are no nodes over ${count} leaves`);
    this.#sha256 = sha256;
    this.#tops = Array.from({ length: blocks }, (_, i) => tops.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES));
    this.#upper = new MerkleTree(sha256, this.#tops);
    this.#leavesOf = leavesOf;
    this.count = count;
  }

  root(): Uint8Array {
    return this.#upper.root();
  }

  /** Audit path of a leaf, from the leaf up. Throws when the index is outside. */
  path(index: number): readonly Uint8Array[] {
    if (index < 0 || index >= this.count) throw new Error(`leaf ${index} is outside of ${this.count}`);
    const block = Math.floor(index / BLOCK);
    return [...this.#block(block).path(index % BLOCK), ...this.#upper.path(block)];
  }

  /** As `MerkleTree.rangeNodes`. */
  rangeNodes(from: number, to: number): readonly Uint8Array[] {
    if (from < 0 || to > this.count || from >= to) throw new Error(`[${from}, ${to}) is no range of ${this.count}`);
    const blocks = new Map<number, MerkleTree>();
    const nodes: Uint8Array[] = [];
    const node = (low: number, high: number): Uint8Array => {
      const height = heightOf(high - low);
      if (height >= BLOCK_HEIGHT) return this.#upper.node(height - BLOCK_HEIGHT, low / 2 ** height);
      const no = Math.floor(low / BLOCK);
      const block = blocks.get(no) ?? this.#block(no);
      blocks.set(no, block);
      return block.node(height, (low % BLOCK) / 2 ** height);
    };
    const walk = (low: number, high: number) => {
      if (high <= from || low >= to) nodes.push(node(low, high));
      else if (high - low > 1) {
        const middle = low + 2 ** (heightOf(high - low) - 1);
        walk(low, middle);
        walk(middle, high);
      }
    };
    walk(0, this.count);
    return nodes;
  }

  /** The last one is remembered: a receipt names two ticks that follow each other. */
  #block(no: number): MerkleTree {
    if (this.#last?.no === no) return this.#last.tree;
    const tree = this.#build(no);
    this.#last = { no, tree };
    return tree;
  }

  #build(no: number): MerkleTree {
    const leaves = this.#leavesOf(no * BLOCK, Math.min((no + 1) * BLOCK, this.count));
    const tree = new MerkleTree(this.#sha256, leaves);
    const top = this.#tops[no];
    const root = tree.root();
    if (top === undefined || !root.every((byte, i) => byte === top[i]))
      throw new Error(`the leaves from ${no * BLOCK} do not give the node that was kept`);
    return tree;
  }
}

/** Gathers the nodes above each 64 leaves of a list, in its order. */
export class Tops {
  readonly #sha256: Sha256;
  readonly #tops: Uint8Array[] = [];
  #leaves: Uint8Array[] = [];

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  push(leaf: Uint8Array): void {
    if (this.#leaves.push(leaf) === BLOCK) this.#close();
  }

  /** The nodes one after the other; nothing more is pushed. */
  bytes(): Uint8Array {
    if (this.#leaves.length > 0) this.#close();
    const bytes = new Uint8Array(this.#tops.length * HASH_BYTES);
    for (const [i, top] of this.#tops.entries()) bytes.set(top, i * HASH_BYTES);
    return bytes;
  }

  #close(): void {
    this.#tops.push(new MerkleTree(this.#sha256, this.#leaves).root());
    this.#leaves = [];
  }
}

/** Levels above the leaves of a tree of `count`: the least h with 2^h >= count. */
function heightOf(count: number): number {
  let height = 0;
  while (2 ** height < count) height += 1;
  return height;
}
