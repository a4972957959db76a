import { joined } from '../documents.ts';
import { HASH_BYTES, toHex, utf8, type Sha256 } from '../hash.ts';

const SUM_BYTES = 16;

/** A node of a Merkle-sum tree as it is stored and hashed: its sum (u128, big-endian), then its hash. */
export const NODE_BYTES = SUM_BYTES + HASH_BYTES;
/** No sum reaches this: an overflow cannot look like a small sum. */
const SUM_END = 1n << 127n;

const LEAF = Uint8Array.of(0x10);
const NODE = Uint8Array.of(0x11);
const ID = utf8('pol/v1/id\0');

/** Binds a leaf to a person without naming them: H("pol/v1/id\0" || nonce || id). Throws on a nonce that is not 32 bytes. */
export function idCommitment(sha256: Sha256, nonce: Uint8Array, id: string): Uint8Array {
  if (nonce.length !== HASH_BYTES) throw new Error('a nonce has 32 bytes');
  return sha256(joined(ID, nonce, utf8(id)));
}

/** A leaf: H(0x10 || commitment || part u8 || amount u128) beside its amount, smallest units. Throws on an amount below zero. */
export function sumLeaf(
  sha256: Sha256,
  leaf: { readonly commitment: Uint8Array; readonly part: number; readonly amount: bigint },
): Uint8Array {
  const sum = u128(leaf.amount);
  return joined(sum, sha256(joined(LEAF, leaf.commitment, Uint8Array.of(leaf.part), sum)));
}

/** The node over two: H(0x11 || left || right) beside the sum of both. Throws when that reaches 2^127. */
export function sumNode(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  return joined(u128(sumOf(left) + sumOf(right)), sha256(joined(NODE, left, right)));
}

/** What stands in a node as its sum. */
export function sumOf(node: Uint8Array): bigint {
  return BigInt(`0x${toHex(node.subarray(0, SUM_BYTES))}`);
}

/** The hash of a node. */
export function hashOf(node: Uint8Array): Uint8Array {
  return node.subarray(SUM_BYTES, NODE_BYTES);
}

function u128(amount: bigint): Uint8Array {
  if (amount < 0n || amount >= SUM_END) throw new Error(`no sum of liabilities: ${amount}`);
  const hex = amount.toString(16).padStart(2 * SUM_BYTES, '0');
  return Uint8Array.from({ length: SUM_BYTES }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}
