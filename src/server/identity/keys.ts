import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';

/** The pair of keys that signs and checks access tokens (Ed25519). */
export interface TokenKeys {
  readonly kid: string;
  readonly sign: CryptoKey;
  readonly check: CryptoKey;
}

interface StoredKeys {
  readonly kid: string;
  readonly secret: JWK;
  readonly open: JWK;
}

/**
 * Reads the token keys of an installation from its data folder, and makes them at the first start (mode 0600).
 * Two processes that start together end with the same keys: the file is created, never replaced.
 */
export async function loadTokenKeys(dataDir: string): Promise<TokenKeys> {
  const folder = join(dataDir, 'keys');
  const path = join(folder, 'access-token.json');
  const found = await readKeys(path);
  if (found !== null) return found;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeKeys(path);
  const made = await readKeys(path);
  if (made === null) throw new Error(`The token keys were written to ${path} but cannot be read.`);
  return made;
}

async function readKeys(path: string): Promise<TokenKeys | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
  const stored = JSON.parse(text) as StoredKeys;
  return { kid: stored.kid, sign: await keyOf(stored.secret), check: await keyOf(stored.open) };
}

async function writeKeys(path: string): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const stored: StoredKeys = {
    kid: crypto.randomUUID(),
    secret: await exportJWK(privateKey),
    open: await exportJWK(publicKey),
  };
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(JSON.stringify(stored));
    await file.sync();
    await file.close();
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
}

async function keyOf(jwk: JWK): Promise<CryptoKey> {
  return (await importJWK(jwk, 'EdDSA')) as CryptoKey;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
