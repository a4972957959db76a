import { bytesOf } from '../crypto/signatures.ts';
import { joined, toHex, utf8 } from '../crypto/bytes.ts';
import type { Hash } from '../crypto/merkle.ts';
import { must } from '../codes.ts';
import type { OwnLeaf } from './liability-document.ts';

const LEAF = Uint8Array.of(0x10);
const NODE = Uint8Array.of(0x11);
const ID = utf8('pol/v1/id\0');
/** No sum reaches this. */
const SUM_END = 1n << 127n;

interface Node {
  readonly sum: bigint;
  readonly hash: Uint8Array;
}

/** One step of the way from a leaf to its root, for people to look at. */
export interface SumStep {
  /** Sum of the node beside the way, and of the one above both; smallest units. */
  readonly beside: bigint;
  readonly sum: bigint;
  /** Of the node above both, hex. */
  readonly hash: string;
}

/** The way from a leaf: its own hash, the steps, and where they end. */
export interface SumWay {
  readonly leaf: string;
  readonly steps: readonly SumStep[];
  readonly root: string;
  readonly total: bigint;
}

/** Computes the way of a leaf of the person `id`. Throws SUM_RANGE where a sum is not between 0 and 2^127. */
export function wayOf(sha256: Hash, id: string, leaf: OwnLeaf): SumWay {
  must(leaf.part < 256, 'FORM', 'the part of a leaf is no byte');
  must(leaf.index < 2 ** leaf.path.length, 'SUM_ROOT', `the tree has no leaf ${leaf.index}`);
  const owner = sha256(joined(ID, bytesOf(leaf.nonce), utf8(id)));
  const amount = BigInt(leaf.amount);
  const own = sha256(joined(LEAF, owner, Uint8Array.of(leaf.part), u128(amount)));
  let node: Node = { sum: amount, hash: own };
  let at = leaf.index;
  const steps: SumStep[] = [];
  for (const { sum, hash } of leaf.path) {
    const beside = { sum: BigInt(sum), hash: bytesOf(hash) };
    node = at % 2 === 0 ? above(sha256, node, beside) : above(sha256, beside, node);
    at = Math.floor(at / 2);
    steps.push({ beside: beside.sum, sum: node.sum, hash: toHex(node.hash) });
  }
  return { leaf: toHex(own), steps, root: toHex(node.hash), total: node.sum };
}

function above(sha256: Hash, left: Node, right: Node): Node {
  const hash = sha256(joined(NODE, u128(left.sum), left.hash, u128(right.sum), right.hash));
  return { sum: left.sum + right.sum, hash };
}

function u128(amount: bigint): Uint8Array {
  must(amount >= 0n && amount < SUM_END, 'SUM_RANGE', `the sum ${amount} is not one of liabilities`);
  return bytesOf(amount.toString(16).padStart(32, '0'));
}
