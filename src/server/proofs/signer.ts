import type { Pool } from 'pg';
import type { ProofDocument, SigningContext } from '#domain/proofs/documents.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { ensureKey, keyFile, keyFolder, keysOfUse, KEY_USES, readKey, rootFile } from './key-files.ts';
import type { Key, KeyUse } from './key-files.ts';
import { freshKey, keyInForce, namedKeys, nextManifest, signWith } from './manifest.ts';
import { holdManifestNo, insertManifest, lastManifest, manifestNo, type StoredDocument } from './store-keys.ts';

/**
 * Signs documents. Asked by message only, so that it can live in a process that no page reaches: nothing else holds a secret.
 */
export interface Signer {
  /** Name of the key of a use that is in force at `at` (ms): it stands in what it signs. Throws where there is none. */
  keyId(use: KeyUse, at: number): string;
  /** Ed25519 over context || H(JCS(document)), 64 bytes, by the key that the document names. */
  sign(context: SigningContext, document: ProofDocument): Promise<Buffer>;
  /** Takes new keys up, and keeps them from changing until the transaction ends: before anything is signed in it. */
  renew(tx: Queryable): Promise<void>;
  /** The newest key manifest. */
  readonly manifest: StoredDocument;
  /** Public root key, hex: what a verifier pins. */
  readonly root: string;
  /**
   * May these keys sign? No where the database names others under a root key that is not here: another data folder began to prove, and
   * a second root would make all that was signed before look forged.
   */
  readonly mayProve: boolean;
}

/**
 * Reads the keys of an installation from its data folder and makes them at the first start (mode 0600). The root key signs manifests only
 * and may be taken off the machine once the first is stored.
 */
export async function openSigner(parts: {
  readonly dataDir: string;
  readonly db: Pool;
  readonly now: number;
}): Promise<Signer> {
  const folder = await keyFolder(parts.dataDir);
  let keys = await readKeys(folder);
  let { manifest, mayProve } = await ensureManifest(parts, folder, keys);
  const secretOf = (id: unknown): Key => {
    const key = typeof id === 'string' ? keys.get(id)?.key : undefined;
    if (key === undefined) throw new Error(`the key ${String(id)} is not here`);
    return key;
  };
  return {
    get manifest() {
      return manifest;
    },
    get mayProve() {
      return mayProve;
    },
    get root() {
      const { root } = manifest.doc;
      return typeof root === 'string' ? root : '';
    },
    keyId(use, at) {
      const here = new Map([...keys].map(([id, { key }]) => [id, key]));
      const found = keyInForce(namedKeys(manifest), { use, at, here });
      if (found === null) throw new Error(`no ${use} key was in force at ${at}`);
      return found.key_id;
    },
    sign: async (context, document) => signWith(secretOf(document['key']).secret, context, document),
    async renew(tx) {
      if ((await holdManifestNo(tx)) === manifestNo(manifest)) return;
      keys = await readKeys(folder);
      ({ manifest, mayProve } = await settled(tx, keys, manifest));
    },
  };
}

type KeysHere = ReadonlyMap<string, { readonly key: Key; readonly use: KeyUse }>;

/** Every key of the folder by its name; a use that has none gets one. */
async function readKeys(folder: string): Promise<KeysHere> {
  const here = new Map<string, { readonly key: Key; readonly use: KeyUse }>();
  for (const use of KEY_USES) {
    const found = await keysOfUse(folder, use);
    const keys = found.length > 0 ? found : [await ensureKey(keyFile(folder, use, 1))];
    for (const key of keys) here.set(key.id, { key, use });
  }
  return here;
}

/** Is there a key of every use that the manifest names? */
function coversUses(manifest: StoredDocument, keys: KeysHere): boolean {
  const named = namedKeys(manifest);
  return KEY_USES.every((use) => named.some((one) => one.use === use && keys.has(one.key_id)));
}

async function settled(
  tx: Queryable,
  keys: KeysHere,
  before: StoredDocument,
): Promise<Pick<Signer, 'manifest' | 'mayProve'>> {
  const manifest = (await lastManifest(tx, 'shared')) ?? before;
  return { manifest, mayProve: coversUses(manifest, keys) };
}

/** The stored manifest where it names these keys; else a new one, which needs the root key of the one before. */
async function ensureManifest(
  { db, now }: { readonly db: Pool; readonly now: number },
  folder: string,
  keys: KeysHere,
): Promise<Pick<Signer, 'manifest' | 'mayProve'>> {
  return transaction(db, async (tx) => {
    const last = await lastManifest(tx, 'alone');
    const named = namedKeys(last);
    const known = new Set(named.map(({ key_id }) => key_id));
    const unknown = [...keys.values()].filter(({ key }) => !known.has(key.id));
    if (last !== null && unknown.length === 0) return { manifest: last, mayProve: coversUses(last, keys) };
    const root = last === null ? await ensureKey(rootFile(folder)) : await readKey(rootFile(folder));
    if (root === null || (last !== null && last.doc['root'] !== root.pub)) {
      if (last === null) throw new Error(`no root key in ${rootFile(folder)}`);
      return { manifest: last, mayProve: coversUses(last, keys) };
    }
    const fresh = unknown.map(({ key, use }) => freshKey(key, use, now));
    const made = nextManifest(last, { root, now, keys: [...named, ...fresh] });
    await insertManifest(tx, made.no, made);
    return { manifest: made, mayProve: true };
  });
}
