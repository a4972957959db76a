import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex, utf8 } from './hash.ts';
import { MerkleTree } from './merkle-tree.ts';
import { inclusionPath, leafHash, merkleRoot, nodeHash, rootFromPath } from './merkle.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const leavesOf = (count: number) => Array.from({ length: count }, (_, i) => leafHash(sha256, utf8(`leaf ${i}`)));

describe('a whole tree', () => {
  it('has the root of RFC 6962 and the same paths as the plain way, at every size', () => {
    for (let count = 1; count <= 70; count++) {
      const leaves = leavesOf(count);
      const tree = new MerkleTree(sha256, leaves);
      expect(tree.count).toBe(count);
      expect(toHex(tree.root())).toBe(toHex(merkleRoot(sha256, leaves)));
      for (let index = 0; index < count; index++) {
        expect(tree.path(index).map(toHex)).toEqual(inclusionPath(sha256, leaves, index).map(toHex));
      }
    }
  });

  it('leads from any leaf of a large one to its root', () => {
    const leaves = leavesOf(14_400);
    const tree = new MerkleTree(sha256, leaves);
    const root = toHex(tree.root());
    fc.assert(
      fc.property(fc.integer({ min: 0, max: leaves.length - 1 }), (index) => {
        const leaf = leaves[index] ?? new Uint8Array();
        const given = rootFromPath(sha256, leaf, { index, count: leaves.length, path: tree.path(index) });
        expect(given === null ? null : toHex(given)).toBe(root);
        expect(tree.path(index).length).toBeLessThanOrEqual(14);
      }),
    );
  });

  it('proves every run of leaves by the nodes around it', () => {
    /** docs/receipts.md 6.5 as it stands there. */
    const rootOfRange = (
      run: readonly Uint8Array[],
      nodes: readonly Uint8Array[],
      at: { from: number; count: number },
    ) => {
      const left = [...nodes];
      const root = (low: number, high: number): Uint8Array => {
        if (high <= at.from || low >= at.from + run.length) return left.shift() ?? new Uint8Array();
        if (high - low === 1) return run[low - at.from] ?? new Uint8Array();
        let k = 1;
        while (k * 2 < high - low) k *= 2;
        return nodeHash(sha256, root(low, low + k), root(low + k, high));
      };
      const found = root(0, at.count);
      return left.length === 0 ? toHex(found) : null;
    };
    for (const count of [1, 2, 3, 5, 8, 13, 33]) {
      const leaves = leavesOf(count);
      const tree = new MerkleTree(sha256, leaves);
      for (let from = 0; from < count; from++) {
        for (let to = from + 1; to <= count; to++) {
          const given = rootOfRange(leaves.slice(from, to), tree.rangeNodes(from, to), { from, count });
          expect(given, `[${from}, ${to}) of ${count}`).toBe(toHex(tree.root()));
        }
      }
    }
    expect(() => new MerkleTree(sha256, leavesOf(3)).rangeNodes(1, 4)).toThrow('no range');
    expect(() => new MerkleTree(sha256, leavesOf(3)).rangeNodes(2, 2)).toThrow('no range');
  });

  it('of nothing has the hash of nothing, and no leaf outside has a path', () => {
    expect(toHex(new MerkleTree(sha256, []).root())).toBe(toHex(sha256(new Uint8Array())));
    expect(() => new MerkleTree(sha256, leavesOf(3)).path(3)).toThrow('outside');
    expect(() => new MerkleTree(sha256, leavesOf(3)).path(-1)).toThrow('outside');
  });
});
