import type { ProofDocument } from '#domain/proofs/documents.ts';
import type { KeyUse, PublicKey } from '../keys/key-list.ts';
import type { SignableContext } from './signable.ts';
import type { StoredDocument } from '../keys/store-keys.ts';

/** `lost`: somebody else may have the old keys, and nothing that they sign from now on counts. */
export interface Rotation {
  readonly uses: readonly KeyUse[];
  readonly lost: boolean;
}

/**
 * Holds the secret keys. Documents go in and signatures come out; secrets and raw bytes never pass.
 * Held by the key store of the signer's process, asked by everybody else through a client: that one throws SignerAway.
 */
export interface Signer {
  /** Every key whose secret is held. */
  keys(): Promise<readonly PublicKey[]>;
  /** Ed25519 over context || H(JCS(document)), 64 bytes, by the key that the document names. Throws SignerRefused at anything that it does not know. */
  sign(context: SignableContext, document: ProofDocument): Promise<Buffer>;
  /**
   * The manifest after `last` (null: the first), which names every key that is held and, after a rotation, new ones; signed by the root key.
   * 'no-root': the root key that signed `last` is not there.
   */
  manifest(wanted: ManifestWanted): Promise<StoredDocument | 'no-root'>;
}

export interface ManifestWanted {
  readonly last: StoredDocument | null;
  /** ms. */
  readonly now: number;
  /** Since when the keys are valid that it names and none before it did, ms. */
  readonly from: number;
  readonly rotation: Rotation | null;
}

/** The signer does not answer: what waits for a signature is made up when it is back. */
export class SignerAway extends Error {
  override readonly name = 'SignerAway';

  constructor(path: string, options?: ErrorOptions) {
    super(`The signer does not answer at ${path}.`, options);
  }
}

/** The signer signs no such thing. */
export class SignerRefused extends Error {
  override readonly name = 'SignerRefused';
}
