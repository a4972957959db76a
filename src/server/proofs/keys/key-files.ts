import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  type KeyObject,
} from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '#server/config/sync-folder.ts';
import type { KeyUse } from './key-list.ts';

/** A key with its secret: never leaves the process of the signer. */
export interface Key {
  /** H(public key), hex. */
  readonly id: string;
  readonly pub: string;
  readonly secret: KeyObject;
}

/** Folder of the keys of a data folder; made at the first start. */
export async function keyFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export const rootFile = (folder: string): string => join(folder, 'proof-root.pem');

/** Where the keys of a manifest stand: those of the first have no number. */
export function keyFile(folder: string, use: KeyUse, manifest: number): string {
  return join(folder, manifest === 1 ? `proof-${use}.pem` : `proof-${use}-${manifest}.pem`);
}

/** All keys of one use that are here. */
export async function keysOfUse(folder: string, use: KeyUse): Promise<readonly Key[]> {
  const names = (await readdir(folder)).filter((name) => new RegExp(`^proof-${use}(-\\d+)?\\.pem$`).test(name));
  const keys = await Promise.all(names.toSorted().map((name) => readKey(join(folder, name))));
  return keys.flatMap((key) => key ?? []);
}

/** The key of a file, which is made where it is missing. Two processes that start together end with the same: a file is never replaced. */
export async function ensureKey(path: string): Promise<Key> {
  const found = await readKey(path);
  if (found !== null) return found;
  const { privateKey } = generateKeyPairSync('ed25519');
  // Whole before it has its name: whoever is killed in between leaves no half key.
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    await file.writeFile(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await file.sync();
    await file.close();
    await link(draft, path);
    // What is signed with it outlasts a loss of power, so the key must too.
    await syncFolder(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readKey(path);
  if (made === null) throw new Error(`A key was written to ${path} but cannot be read.`);
  return made;
}

/** null: no such file. Throws with a sentence where it holds no key. */
export async function readKey(path: string): Promise<Key | null> {
  let pem: string;
  try {
    pem = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const secret = secretOf(pem);
  if (secret === null) throw new Error(`${path} does not hold an Ed25519 key: bring that file back from a backup.`);
  const { x } = createPublicKey(secret).export({ format: 'jwk' });
  if (x === undefined) throw new Error(`no public key in ${path}`);
  const pub = Buffer.from(x, 'base64url');
  return { id: createHash('sha256').update(pub).digest('hex'), pub: pub.toString('hex'), secret };
}

/** null: it is empty, cut, or a key of another kind. */
function secretOf(pem: string): KeyObject | null {
  try {
    const secret = createPrivateKey(pem);
    return secret.asymmetricKeyType === 'ed25519' ? secret : null;
  } catch {
    return null;
  }
}
