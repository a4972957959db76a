import { fromHex, joined, utf8 } from './bytes.ts';
import { Fault, must } from '../codes.ts';
import type { Code } from '../codes.ts';
import { canonicalText } from './jcs.ts';
import { leafHash, rootOf } from './merkle.ts';
import { signedKeys } from '../documents.ts';
import type { PublishedKey, SignedKeys } from '../documents.ts';
import { toHex } from './bytes.ts';

/** What the platform or our own code computes. */
export interface Primitives {
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
  readonly ed25519: (key: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
}

const CONTEXTS = {
  keys: 'tikvo/keys/v1\0',
  batch: 'tikvo/batch/v1\0',
  correction: 'tikvo/correction/v1\0',
  hour: 'tikvo/hour/v1\0',
  anchor: 'tikvo/anchor/v1\0',
} as const;

/** Bytes of a fixed size from hex whose form was checked before. */
export function bytesOf(hex: string): Uint8Array {
  return fromHex(hex, hex.length / 2) ?? new Uint8Array(0);
}

/** Hashes of documents, and signatures over them. Each signature is computed once: receipts of a run share batches and hours. */
export class Notary {
  readonly #primitives: Primitives;
  readonly #known = new Map<string, boolean>();

  constructor(primitives: Primitives) {
    this.#primitives = primitives;
  }

  get sha256(): Primitives['sha256'] {
    return this.#primitives.sha256;
  }

  /** JCS of a document; FORM when a number in it is not whole. */
  text(document: unknown): Uint8Array {
    const text = canonicalText(document);
    if (text === null) throw new Fault('FORM', 'a document holds a number that is not whole');
    return utf8(text);
  }

  /** H(JCS(document)), hex. */
  digest(document: unknown): string {
    return toHex(this.#primitives.sha256(this.text(document)));
  }

  signed(
    what: keyof typeof CONTEXTS,
    by: { readonly pub: string; readonly doc: unknown; readonly sig: string },
  ): boolean {
    const digest = this.digest(by.doc);
    const name = `${what} ${by.pub} ${digest} ${by.sig}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const message = joined(utf8(CONTEXTS[what]), bytesOf(digest));
    const good = this.#primitives.ed25519(bytesOf(by.pub), message, bytesOf(by.sig));
    if (this.#known.size > 100_000) this.#known.clear();
    this.#known.set(name, good);
    return good;
  }

  /** Leaf of a salted document: H(0x00 || salt || H(JCS(document))). */
  saltedLeaf(salt: string, document: unknown): Uint8Array {
    return leafHash(this.sha256, bytesOf(salt), bytesOf(this.digest(document)));
  }

  /** Leaf of a published document: H(0x00 || JCS(document)). */
  plainLeaf(document: unknown): Uint8Array {
    return leafHash(this.sha256, this.text(document));
  }

  /** Does the leaf stand at this place of the tree? */
  stands(
    leaf: Uint8Array,
    at: { readonly index: number; readonly count: number; readonly path: readonly string[]; readonly root: string },
  ): boolean {
    const root = rootOf(this.sha256, leaf, { ...at, path: at.path.map(bytesOf) });
    return root !== null && toHex(root) === at.root;
  }
}

/** The public keys of one manifest, once its signature holds. */
export class KeyRing {
  readonly #keys: ReadonlyMap<string, PublishedKey>;
  readonly #notary: Notary;
  readonly no: number;

  /** `root`: the pinned key, hex. */
  constructor(notary: Notary, { doc, sig }: SignedKeys, root: string) {
    must(doc.root === root, 'ROOT_KEY', `the manifest names the root key ${doc.root}, pinned is ${root}`);
    must(
      notary.signed('keys', { pub: root, doc, sig }),
      'MANIFEST_SIGNATURE',
      'the key manifest is not signed by its root key',
    );
    for (const key of doc.keys) {
      const id = toHex(notary.sha256(bytesOf(key.pub)));
      must(key.key_id === id, 'KEY_ID', `the key ${key.key_id} is ${id}`);
    }
    this.#notary = notary;
    this.#keys = new Map(doc.keys.map((key) => [key.key_id, key]));
    this.no = doc.no;
  }

  /** The key that may sign a document of this use at `t` (us). */
  valid(id: string, use: 'batch' | 'hour', t: number): PublishedKey {
    const key = this.#keys.get(id);
    must(key !== undefined, 'KEY_UNKNOWN', `no key ${id} in the manifest`);
    must(key.use === use, 'KEY_USE', `the key ${id} is for ${key.use}, not for ${use}`);
    const lasts = key.from <= t && t < key.to && (key.revoked === null || t < key.revoked);
    must(lasts, 'KEY_NOT_VALID_THEN', `the key ${id} was not valid at ${t}`);
    return key;
  }

  /** Throws `code` unless the signature holds; the key itself was looked at before. */
  mustSign(
    what: 'batch' | 'correction' | 'hour' | 'anchor',
    signed: { readonly doc: { readonly key: string }; readonly sig: string },
    code: Code,
  ): void {
    const pub = this.#keys.get(signed.doc.key)?.pub ?? '';
    must(
      this.#notary.signed(what, { pub, doc: signed.doc, sig: signed.sig }),
      code,
      `the signature of ${what} does not hold`,
    );
  }
}

/** The manifest that counts: the newer of the receipt's own and the one that is known, both signed by the root key. Throws as KeyRing does. */
export function newerRing(
  notary: Notary,
  own: SignedKeys,
  known: { readonly root?: string | undefined; readonly keys?: unknown },
): KeyRing {
  const root = known.root ?? own.doc.root;
  const shown = new KeyRing(notary, own, root);
  if (known.keys === undefined) return shown;
  const ours = new KeyRing(notary, signedKeys(known.keys, 'keys'), root);
  return ours.no >= shown.no ? ours : shown;
}
