import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import { ConfigError } from '#server/config/config.ts';
import { makeKeyFile, readKeyFile } from '#server/config/key-file.ts';

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
  const path = join(dataDir, 'keys', 'access-token.json');
  const found = await readKeys(path);
  if (found !== null) return found;
  makeKeyFile(path, { ...(await newKeys()) });
  const made = await readKeys(path);
  if (made === null) throw new Error(`The token keys were written to ${path} but cannot be read.`);
  return made;
}

/** Null: there is no such file. Throws ConfigError where it holds no keys. */
async function readKeys(path: string): Promise<TokenKeys | null> {
  const held = readKeyFile(path) as Partial<StoredKeys> | null;
  if (held === null) return null;
  const { kid, secret, open } = held;
  try {
    if (kid !== undefined && secret !== undefined && open !== undefined)
      return { kid, sign: await keyOf(secret), check: await keyOf(open) };
  } catch {
    // Not of keys: as one that is empty.
  }
  throw new ConfigError([
    `${path} does not hold the keys of access tokens: bring that file back from a backup, or delete it, and the next start makes another. Tokens of now end then; sessions go on.`,
  ]);
}

async function newKeys(): Promise<StoredKeys> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return { kid: crypto.randomUUID(), secret: await exportJWK(privateKey), open: await exportJWK(publicKey) };
}

async function keyOf(jwk: JWK): Promise<CryptoKey> {
  return (await importJWK(jwk, 'EdDSA')) as CryptoKey;
}
