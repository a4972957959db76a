import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '#server/clock.ts';
import { systemClock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/index.ts';
import { KEY_BYTES, decrypt, encrypt } from './cipher.ts';
import { KeyCache } from './key-cache.ts';
import { loadMasterKeys, type MasterKeys } from './master-keys.ts';
import {
  destroyKey,
  findKey,
  findKeysOfOthers,
  lockKey,
  insertKey,
  replaceWrapping,
  type SubjectKeyRow,
} from './store.ts';

/** What is known of people, sealed with a key of each person. */
export interface Vault {
  /**
   * Seals a text with the person's data key, which is made here the first time: in the caller's transaction.
   * Throws for a person whose key was destroyed.
   */
  seal(tx: Queryable, userId: string, text: string): Promise<Buffer>;
  /** The text; null when the person's key was destroyed. Throws when it was altered or sealed for another person. */
  open(db: Queryable, userId: string, sealed: Buffer): Promise<string | null>;
  /** Keyed HMAC-SHA256 of a text (made lower case by the caller where case does not matter): finds a row by what only its sealed form holds. */
  blind(text: string): Buffer;
  /** Forgets the person's data key for good, when the transaction commits. */
  destroy(tx: Queryable, userId: string): Promise<void>;
  /** Was the key of this person destroyed? Held until the transaction ends. */
  isDestroyed(tx: Queryable, userId: string): Promise<boolean>;
  /** Wraps every data key with the newest master key; how many were not. After this the older ones but the last may go. */
  rewrap(db: Queryable): Promise<number>;
}

/** Of a sealed text: version, id of the data key. */
const VERSION = 1;
const KEY_ID_BYTES = 8;
const REWRAP_BATCH = 500;

/** Reads or makes the master key of the installation. */
export function createVault({
  config,
  clock = systemClock,
}: {
  readonly config: Pick<Config, 'vaultKeys' | 'dataDir'>;
  readonly clock?: Pick<Clock, 'monotonic'>;
}): Vault {
  return new KeyedVault(loadMasterKeys(config), new KeyCache(() => clock.monotonic()));
}

class KeyedVault implements Vault {
  readonly #masters: MasterKeys;
  readonly #cache: KeyCache;

  constructor(masters: MasterKeys, cache: KeyCache) {
    this.#masters = masters;
    this.#cache = cache;
  }

  async seal(tx: Queryable, userId: string, text: string): Promise<Buffer> {
    const person = userId.toLowerCase();
    let row = await lockKey(tx, person);
    if (row === null) {
      await insertKey(tx, person, this.#makeKey(person));
      row = await lockKey(tx, person);
    }
    if (row === null) throw new Error('A data key that was just made is not there.');
    if (row.wrapped === null)
      throw new Error(`The data key of ${person} was destroyed: nothing can be sealed for this person.`);
    const key = this.#unwrap(person, row, row.wrapped);
    const body = encrypt(Buffer.from(text, 'utf8'), { key, bound: person });
    return Buffer.concat([Buffer.of(VERSION), row.keyId, body]);
  }

  async open(db: Queryable, userId: string, sealed: Buffer): Promise<string | null> {
    const person = userId.toLowerCase();
    if (sealed[0] !== VERSION) throw new Error('A sealed text has an unknown version.');
    const keyId = sealed.subarray(1, 1 + KEY_ID_BYTES);
    const key = this.#cache.find(person, keyId) ?? (await this.#readKey(db, { person, keyId }));
    if (key === null) return null;
    return decrypt(sealed.subarray(1 + KEY_ID_BYTES), { key, bound: person }).toString('utf8');
  }

  blind(text: string): Buffer {
    return createHmac('sha256', this.#masters.index).update(text, 'utf8').digest();
  }

  async destroy(tx: Queryable, userId: string): Promise<void> {
    const person = userId.toLowerCase();
    this.#cache.close(person);
    await destroyKey(tx, person, { ...this.#makeKey(person), wrapped: null });
  }

  async isDestroyed(tx: Queryable, userId: string): Promise<boolean> {
    return (await lockKey(tx, userId))?.wrapped === null;
  }

  async rewrap(db: Queryable): Promise<number> {
    const { current } = this.#masters;
    let done = 0;
    for (;;) {
      const rows = await findKeysOfOthers(db, { masterId: current.id, limit: REWRAP_BATCH });
      for (const row of rows) {
        if (row.wrapped === null) continue;
        const key = this.#unwrap(row.userId, row, row.wrapped);
        const wrapped = encrypt(key, { key: current.key, bound: wrapBound(row.userId) });
        await replaceWrapping(db, { userId: row.userId, from: row.wrapped, wrapped, masterId: current.id });
      }
      done += rows.length;
      if (rows.length < REWRAP_BATCH) return done;
    }
  }

  async #readKey(
    db: Queryable,
    { person, keyId }: { readonly person: string; readonly keyId: Buffer },
  ): Promise<Buffer | null> {
    const row = await findKey(db, person);
    if (row === null) throw new Error(`There is no data key of ${person}.`);
    if (row.wrapped === null) return null;
    if (!row.keyId.equals(keyId)) throw new Error(`A sealed text was not sealed with the key of ${person}.`);
    const key = this.#unwrap(person, row, row.wrapped);
    this.#cache.keep(person, row.keyId, key);
    return key;
  }

  #makeKey(person: string): SubjectKeyRow {
    const { current } = this.#masters;
    const wrapped = encrypt(randomBytes(KEY_BYTES), { key: current.key, bound: wrapBound(person) });
    return { keyId: randomBytes(KEY_ID_BYTES), wrapped, masterId: current.id };
  }

  #unwrap(person: string, row: SubjectKeyRow, wrapped: Buffer): Buffer {
    const master = this.#masters.byId.get(row.masterId);
    if (master === undefined) {
      throw new Error(
        `The data key of ${person} was wrapped by master key ${row.masterId}, which VAULT_KEY does not name.`,
      );
    }
    return decrypt(wrapped, { key: master.key, bound: wrapBound(person) });
  }
}

function wrapBound(person: string): string {
  return `data key of ${person}`;
}
