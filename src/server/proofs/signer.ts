import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import { micros, NO_PREV, signedBytes, type ProofDocument, type SigningContext } from '#domain/proofs/documents.ts';
import { transaction } from '#server/db/index.ts';
import { sha256 } from '#server/prices/sha256.ts';
import { insertManifest, lastManifest, type StoredDocument } from './store-keys.ts';

/** Keys are for a year; two give time to replace them. */
const KEY_LIFE_MS = 2 * 365 * 86_400_000;

/** What the keys of an installation sign. A batch key signs batch records and corrections. */
export type KeyUse = 'batch' | 'hour';

/**
 * Signs documents. Asked by message only, so that it can live in a process that no page reaches: nothing else holds a secret.
 */
export interface Signer {
  /** Name of the key in force: it stands in what it signs. */
  keyId(use: KeyUse): string;
  /** Ed25519 over context || H(JCS(document)), 64 bytes. */
  sign(use: KeyUse, context: SigningContext, document: ProofDocument): Promise<Buffer>;
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

interface Key {
  readonly id: string;
  readonly pub: string;
  readonly secret: KeyObject;
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
  const folder = join(parts.dataDir, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const keys: Readonly<Record<KeyUse, Key>> = {
    batch: await loadKey(join(folder, 'proof-batch.pem')),
    hour: await loadKey(join(folder, 'proof-hour.pem')),
  };
  const { manifest, mayProve } = await ensureManifest(parts, folder, keys);
  const root = manifest.doc['root'];
  return {
    manifest,
    mayProve,
    root: typeof root === 'string' ? root : '',
    keyId: (use) => keys[use].id,
    sign: async (use, context, document) => signWith(keys[use].secret, context, document),
  };
}

/** The stored manifest where it names these keys; else a new one, which needs the root key of the one before. */
async function ensureManifest(
  { db, now }: { readonly db: Pool; readonly now: number },
  folder: string,
  keys: Readonly<Record<KeyUse, Key>>,
): Promise<Pick<Signer, 'manifest' | 'mayProve'>> {
  return transaction(db, async (tx) => {
    const last = await lastManifest(tx);
    const known = new Set(keysOf(last).map((key) => key['key_id']));
    if (last !== null && Object.values(keys).every((key) => known.has(key.id))) {
      return { manifest: last, mayProve: true };
    }
    const rootPath = join(folder, 'proof-root.pem');
    const root = last === null ? await loadKey(rootPath) : await readKey(rootPath);
    if (root === null || (last !== null && last.doc['root'] !== root.pub)) {
      if (last === null) throw new Error(`no root key in ${rootPath}`);
      return { manifest: last, mayProve: false };
    }
    const no = last === null ? 1 : Number(last.doc['no']) + 1;
    const from = micros(now);
    const fresh = Object.entries(keys)
      .filter(([, key]) => !known.has(key.id))
      .map(([use, key]) => ({
        key_id: key.id,
        pub: key.pub,
        use,
        from,
        to: from + micros(KEY_LIFE_MS),
        revoked: null,
      }));
    const doc: ProofDocument = {
      v: 1,
      type: 'keys',
      no,
      t: from,
      root: root.pub,
      prev: last === null ? NO_PREV : createHash('sha256').update(canonicalJson(last.doc)).digest('hex'),
      keys: [...keysOf(last), ...fresh],
    };
    const made = { doc, sig: signWith(root.secret, 'keys', doc) };
    await insertManifest(tx, no, made);
    return { manifest: made, mayProve: true };
  });
}

function keysOf(manifest: StoredDocument | null): readonly ProofDocument[] {
  const keys = manifest?.doc['keys'];
  return Array.isArray(keys) ? (keys as readonly ProofDocument[]) : [];
}

function signWith(secret: KeyObject, context: SigningContext, document: ProofDocument): Buffer {
  return sign(null, signedBytes(sha256, context, document), secret);
}

/** Two processes that start together end with the same key: the file is created, never replaced. */
async function loadKey(path: string): Promise<Key> {
  const found = await readKey(path);
  if (found !== null) return found;
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await file.sync();
    await file.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const made = await readKey(path);
  if (made === null) throw new Error(`A key was written to ${path} but cannot be read.`);
  return made;
}

/** null: no such file. */
async function readKey(path: string): Promise<Key | null> {
  let pem: string;
  try {
    pem = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const secret = createPrivateKey(pem);
  const { x } = createPublicKey(secret).export({ format: 'jwk' });
  if (typeof x !== 'string') throw new Error(`${path} is no Ed25519 key.`);
  const pub = Buffer.from(x, 'base64url');
  return { id: createHash('sha256').update(pub).digest('hex'), pub: pub.toString('hex'), secret };
}
