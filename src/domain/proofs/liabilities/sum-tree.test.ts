import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joined } from '../documents.ts';
import { toHex, utf8 } from '../hash.ts';
import { hashOf, idCommitment, NODE_BYTES, sumLeaf, sumNode, sumOf } from './sum-node.ts';
import { sumRoot, SumTree } from './sum-tree.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const leafOf = (name: string, amount: bigint, part = 0) =>
  sumLeaf(sha256, { commitment: idCommitment(sha256, sha256(utf8(`nonce of ${name}`)), name), part, amount });

const amounts = fc.bigInt({ min: 0n, max: 1n << 100n });
/** A tree, and a leaf of it. */
const trees = fc.integer({ min: 1, max: 5 }).chain((depth) =>
  fc.record({
    sums: fc.array(amounts, { minLength: 2 ** depth, maxLength: 2 ** depth }),
    index: fc.integer({ min: 0, max: 2 ** depth - 1 }),
  }),
);
const treeOf = (sums: readonly bigint[]) => {
  const leaves = sums.map((sum, i) => leafOf(`person ${i}`, sum));
  return { leaves, tree: new SumTree(sha256, joined(...leaves)) };
};
const nodesOf = (values: readonly (readonly [string, bigint])[]) =>
  new SumTree(
    sha256,
    joined(
      ...values.map(([id, amount], i) =>
        sumLeaf(sha256, { commitment: idCommitment(sha256, sha256(utf8(`nonce${i}`)), id), part: 0, amount }),
      ),
    ),
  );

describe('a tree that carries sums', () => {
  it('has the root of the published example', () => {
    const tree = nodesOf([
      ['acct:1|a@x.io', 5_000_000n],
      ['acct:2|b@x.io', 12_345_678n],
      ['acct:3|c@x.io', 1n],
      ['acct:4|d@x.io', 0n],
    ]);
    expect(tree.total()).toBe(17_345_679n);
    expect(toHex(hashOf(tree.root()))).toBe('62a877861649104f15907b14bf656ef6a9efe48a3115be4cfed19f568d5f23f9');
  });

  it('leads from each leaf to its root, and its total is the sum of the leaves', () => {
    fc.assert(
      fc.property(trees, ({ sums, index }) => {
        const { leaves, tree } = treeOf(sums);
        expect(tree.total()).toBe(sums.reduce((sum, one) => sum + one, 0n));
        const path = tree.path(index);
        expect(path).toHaveLength(tree.depth);
        expect(toHex(sumRoot(sha256, leaves[index]!, { index, path }))).toBe(toHex(tree.root()));
      }),
    );
  });

  it('is the same in blocks: a tree over the roots of trees', () => {
    const { leaves, tree } = treeOf(Array.from({ length: 64 }, (_, i) => BigInt(i * i)));
    const blocks = Array.from({ length: 8 }, (_, i) => new SumTree(sha256, joined(...leaves.slice(8 * i, 8 * i + 8))));
    const tops = new SumTree(sha256, joined(...blocks.map((block) => block.root())));
    expect(toHex(tops.root())).toBe(toHex(tree.root()));
    expect([...blocks[5]!.path(3), ...tops.path(5)].map(toHex)).toEqual(tree.path(43).map(toHex));
  });

  it.each<[string, (given: { sums: bigint[]; index: number }) => Uint8Array | null]>([
    [
      'a leaf of another amount',
      ({ sums, index }) => withLeaf({ sums, index }, leafOf(`person ${index}`, sums[index]! + 1n)),
    ],
    ['a leaf of another person', ({ sums, index }) => withLeaf({ sums, index }, leafOf('somebody else', sums[index]!))],
    [
      'a leaf of another part',
      ({ sums, index }) => withLeaf({ sums, index }, leafOf(`person ${index}`, sums[index]!, 1)),
    ],
    [
      'a sum that was changed beside the way',
      (given) => withPath(given, ([first, ...rest]) => [moved(first!), ...rest]),
    ],
    ['a hash that was changed', (given) => withPath(given, (path) => [...path.slice(0, -1), flipped(path.at(-1)!)])],
    [
      'another place',
      ({ sums, index }) => {
        const { leaves, tree } = treeOf(sums);
        return sumRoot(sha256, leaves[index]!, { index: index ^ 1, path: tree.path(index) });
      },
    ],
    ['a shorter way', (given) => withPath({ ...given, index: 0 }, (path) => path.slice(0, -1))],
    ['a longer way', (given) => withPath(given, (path) => [...path, leafOf('one more', 0n)])],
  ])('does not come to its root from %s', (_what, wrong) => {
    fc.assert(
      fc.property(trees, (given) => {
        expect(toHex(wrong(given)!)).not.toBe(toHex(treeOf(given.sums).tree.root()));
      }),
    );
  });

  it('does not come to its root when two of a longer way change places', () => {
    fc.assert(
      fc.property(trees, (given) => {
        fc.pre(given.sums.length > 2);
        const swapped = withPath(given, ([first, second, ...rest]) => [second!, first!, ...rest]);
        expect(toHex(swapped)).not.toBe(toHex(treeOf(given.sums).tree.root()));
      }),
    );
  });

  it('has another root where one leaf stands for two people', () => {
    const [one, two] = [leafOf('a', 5n), leafOf('b', 5n)];
    const doubled = new SumTree(sha256, joined(one, one));
    expect(doubled.total()).toBe(10n);
    expect(toHex(doubled.root())).not.toBe(toHex(new SumTree(sha256, joined(one, two)).root()));
  });

  it('takes no amount below zero, no sum that runs over, and no tree that is not whole', () => {
    expect(() => leafOf('a', -1n)).toThrow('no sum of liabilities: -1');
    const half = leafOf('a', 1n << 126n);
    expect(() => sumNode(sha256, half, half)).toThrow('no sum of liabilities');
    const below = new Uint8Array(NODE_BYTES).fill(0xff, 0, 16);
    expect(() => sumRoot(sha256, half, { index: 0, path: [below] })).toThrow('no sum of liabilities');
    expect(() => new SumTree(sha256, joined(half, half, half))).toThrow('no whole tree');
    expect(() => new SumTree(sha256, new Uint8Array(0))).toThrow('no whole tree');
    expect(() =>
      nodesOf([
        ['a', 1n],
        ['b', 2n],
      ]).path(2),
    ).toThrow('no leaf 2');
    expect(() => sumRoot(sha256, half, { index: 1, path: [] })).toThrow('no leaf 1');
    expect(() => idCommitment(sha256, new Uint8Array(31), 'a')).toThrow('32 bytes');
  });
});

function withLeaf({ sums, index }: { sums: bigint[]; index: number }, leaf: Uint8Array): Uint8Array {
  return sumRoot(sha256, leaf, { index, path: treeOf(sums).tree.path(index) });
}

function withPath(
  { sums, index }: { sums: bigint[]; index: number },
  change: (path: readonly Uint8Array[]) => readonly Uint8Array[],
): Uint8Array {
  const { leaves, tree } = treeOf(sums);
  return sumRoot(sha256, leaves[index]!, { index, path: change(tree.path(index)) });
}

/** The same hash with one unit less or more in its sum. */
function moved(node: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(node);
  copy[15] = sumOf(node) % 2n === 0n ? node[15]! + 1 : node[15]! - 1;
  return copy;
}

function flipped(node: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(node);
  copy[NODE_BYTES - 1] = node[NODE_BYTES - 1]! ^ 1;
  return copy;
}
