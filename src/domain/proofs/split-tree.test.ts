import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MerkleTree } from './merkle-tree.ts';
import { SplitTree, Tops } from './split-tree.ts';

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const leavesOf = (count: number) => Array.from({ length: count }, (_, i) => sha256(Uint8Array.of(i % 256, i >> 8)));

function splitOf(leaves: readonly Uint8Array[]) {
  const tops = new Tops(sha256);
  for (const leaf of leaves) tops.push(leaf);
  const asked: number[] = [];
  const tree = new SplitTree(sha256, {
    count: leaves.length,
    tops: tops.bytes(),
    leavesOf: (from, to) => {
      asked.push(to - from);
      return leaves.slice(from, to);
    },
  });
  return { tree, asked };
}

describe('a tree of which the upper nodes are kept', () => {
  it.each([1, 2, 63, 64, 65, 70, 127, 128, 129, 200, 321])('gives what the whole tree of %i leaves gives', (count) => {
    const leaves = leavesOf(count);
    const whole = new MerkleTree(sha256, leaves);
    const { tree } = splitOf(leaves);
    expect(tree.root()).toEqual(whole.root());
    for (let index = 0; index < count; index += 1) expect(tree.path(index)).toEqual(whole.path(index));
    const edges = [0, 1, 5, 63, 64, 65, 100, 128, count - 1, count].filter((at) => at <= count);
    for (const from of edges) {
      for (const to of edges.filter((at) => at > from))
        expect(tree.rangeNodes(from, to)).toEqual(whole.rangeNodes(from, to));
    }
  });

  it('asks for 64 leaves where it gives the path of one', () => {
    const { tree, asked } = splitOf(leavesOf(10_000));
    tree.path(7_777);
    tree.path(7_778);
    expect(asked).toEqual([64]);
  });

  it('refuses leaves that are not those it was made of, a leaf outside, and nodes that do not fit', () => {
    const leaves = leavesOf(100);
    const { tree } = splitOf(leaves);
    leaves[70] = sha256(Uint8Array.of(1, 2, 3));
    expect(() => tree.path(70)).toThrow('do not give the node');
    expect(() => tree.path(100)).toThrow('outside');
    expect(() => tree.rangeNodes(3, 3)).toThrow('no range');
    expect(() => new SplitTree(sha256, { count: 65, tops: new Uint8Array(32), leavesOf: () => [] })).toThrow(
      'no nodes',
    );
  });
});
