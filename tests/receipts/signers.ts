import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { canonicalJson, type CanonicalValue } from '#domain/proofs/canonical.ts';
import { toHex, utf8 } from '#domain/proofs/hash.ts';
import { leafHash, nodeHash } from '#domain/proofs/merkle.ts';

/** What docs/receipts.md calls H, JCS, key, tree: made with the product's own code, read by the verifier's. */
export const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
export const ZEROS = '0'.repeat(64);
export const EMPTY_ROOT = toHex(sha256(new Uint8Array(0)));

export function digest(document: unknown): string {
  return toHex(sha256(utf8(canonicalJson(document as CanonicalValue))));
}

export function saltedLeaf(salt: string, document: unknown): Uint8Array {
  return leafHash(sha256, Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(digest(document), 'hex')]));
}

export function plainLeaf(document: unknown): Uint8Array {
  return leafHash(sha256, utf8(canonicalJson(document as CanonicalValue)));
}

export interface Signer {
  readonly pub: string;
  readonly id: string;
  sign(context: string, document: unknown): string;
}

export function createSigner(): Signer {
  const pair: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ed25519');
  const pub = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    pub: toHex(pub),
    id: toHex(sha256(pub)),
    sign: (context, document) =>
      sign(
        null,
        Buffer.concat([Buffer.from(`${context}\0`), Buffer.from(digest(document), 'hex')]),
        pair.privateKey,
      ).toString('hex'),
  };
}

/** A Merkle tree whose inner nodes are kept, so that a thousand paths cost little. */
export class Tree {
  readonly #leaves: readonly Uint8Array[];
  readonly #nodes = new Map<string, Uint8Array>();

  constructor(leaves: readonly Uint8Array[]) {
    this.#leaves = leaves;
  }

  get count(): number {
    return this.#leaves.length;
  }

  root(): string {
    return this.count === 0 ? EMPTY_ROOT : toHex(this.#node(0, this.count));
  }

  path(index: number): readonly string[] {
    const path: string[] = [];
    let [from, to] = [0, this.count];
    while (to - from > 1) {
      const middle = from + splitOf(to - from);
      path.unshift(toHex(index < middle ? this.#node(middle, to) : this.#node(from, middle)));
      if (index < middle) to = middle;
      else from = middle;
    }
    return path;
  }

  #node(from: number, to: number): Uint8Array {
    if (to - from === 1) return this.#leaves[from]!;
    const name = `${from}-${to}`;
    const known = this.#nodes.get(name);
    if (known !== undefined) return known;
    const middle = from + splitOf(to - from);
    const node = nodeHash(sha256, this.#node(from, middle), this.#node(middle, to));
    this.#nodes.set(name, node);
    return node;
  }
}

function splitOf(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}
