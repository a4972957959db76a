import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ProofDocument } from '#domain/proofs/documents.ts';
import type { Clock } from '#server/clock.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { KEY_USES, keyInForce, namedKeys, type KeyUse, type PublicKey } from '../keys/key-list.ts';
import type { SignableContext } from './signable.ts';
import type { Signer } from './signer.ts';
import {
  firstMoment,
  lockManifestNo,
  insertManifest,
  lastManifest,
  manifestNo,
  type StoredDocument,
} from '../keys/store-keys.ts';

export interface SigningServiceParts {
  readonly db: Pool;
  readonly signer: Signer;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly log: Pick<Logger, 'error'>;
}

interface Known {
  readonly manifest: StoredDocument;
  readonly held: ReadonlySet<string>;
  readonly mayProve: boolean;
  /** Monotonic ms. */
  readonly at: number;
}

/** Keys may be brought to a signer that had others: looked for this often, ms. */
const LOOK_AGAIN_MS = 20_000;

/**
 * Has documents signed by the key that the newest manifest puts in force. Knows nothing until the signer was there once, and asks it anew
 * after every failure: it may have come back with other keys.
 */
export class SigningService {
  readonly #parts: SigningServiceParts;
  #known: Known | null = null;
  /** Asked for anew before it is believed again. */
  #stale = false;

  constructor(parts: SigningServiceParts) {
    this.#parts = parts;
  }

  /**
   * May the signer's keys sign for this database? Stores the first manifest, or one that names keys which none names yet. No where the
   * database names others under a root key that the signer has not: another data folder began to prove, and a second root would make all
   * that was signed before look forged. Throws SignerAway.
   */
  async ready(): Promise<boolean> {
    const { clock } = this.#parts;
    const known = this.#stale ? null : this.#known;
    if (known !== null && (known.mayProve || clock.monotonic() - known.at < LOOK_AGAIN_MS)) return known.mayProve;
    this.#know(await this.#settle());
    return this.#known?.mayProve ?? false;
  }

  /** Takes new keys up, and keeps them from changing until the transaction ends: before anything is signed in it. */
  async renew(tx: Queryable): Promise<void> {
    const no = await lockManifestNo(tx);
    if (!this.#stale && this.#known !== null && no === manifestNo(this.#known.manifest)) return;
    const keys = await this.#parts.signer.keys();
    const manifest = await lastManifest(tx, 'shared');
    if (manifest === null) throw new Error('there is no list of keys yet');
    this.#know(this.#judge(manifest, keys));
  }

  /** Name of the key of a use that is in force at `at` (ms): it stands in what it signs. Throws where there is none. */
  keyId(use: KeyUse, at: number): string {
    const { manifest, held } = this.#known ?? { manifest: null, held: new Set<string>() };
    const found = keyInForce(namedKeys(manifest), { use, at, held });
    if (found === null) throw new Error(`no ${use} key was in force at ${at}`);
    return found.key_id;
  }

  /** Ed25519 over context || H(JCS(document)), 64 bytes, by the key that the document names. Throws SignerAway and SignerRefused. */
  async sign(context: SignableContext, document: ProofDocument): Promise<Buffer> {
    try {
      return await this.#parts.signer.sign(context, document);
    } catch (error) {
      this.#stale = true;
      throw error;
    }
  }

  /** The stored manifest where it names the signer's keys; else a new one, which needs the root key of the one before. */
  async #settle(): Promise<Known> {
    const { db, signer, clock } = this.#parts;
    const keys = await signer.keys();
    return transaction(db, async (tx) => {
      const last = await lastManifest(tx, 'alone');
      const named = new Set(namedKeys(last).map(({ key_id }) => key_id));
      if (last !== null && keys.every(({ id }) => named.has(id))) return this.#judge(last, keys);
      const now = clock.now();
      // The first keys may come after what they are for: the signer is not waited for.
      const from = last === null ? Math.min(now, await firstMoment(tx)) : now;
      const made = await signer.manifest({ last, now, from, rotation: null });
      if (made !== 'no-root') {
        await insertManifest(tx, made);
        return this.#judge(made, keys);
      }
      if (last === null) throw new Error('the signer has no root key');
      return this.#judge(last, keys);
    });
  }

  #judge(manifest: StoredDocument, keys: readonly PublicKey[]): Known {
    const held = new Set(keys.map(({ id }) => id));
    const named = namedKeys(manifest);
    const mayProve = KEY_USES.every((use) => named.some((one) => one.use === use && held.has(one.key_id)));
    return { manifest, held, mayProve, at: this.#parts.clock.monotonic() };
  }

  #know(known: Known): void {
    if (!known.mayProve && this.#known?.mayProve !== false) {
      this.#parts.log.error(
        { alarm: 'signer' },
        'the keys of the proofs are with another signer: copy keys/proof-*.pem from there; nothing is proven here',
      );
    }
    this.#known = known;
    this.#stale = false;
  }
}
