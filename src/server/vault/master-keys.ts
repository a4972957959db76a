import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ConfigError, type Config } from '#server/config/config.ts';
import { makeKeyFile, readKeyFile } from '#server/config/key-file.ts';
import { KEY_BYTES } from './cipher.ts';

export interface MasterKey {
  /** Derived from the key itself. */
  readonly id: string;
  readonly key: Buffer;
}

export interface MasterKeys {
  /** Wraps new data keys. */
  readonly current: MasterKey;
  /** Unwraps what was wrapped before a rotation. */
  readonly byId: ReadonlyMap<string, MasterKey>;
  /** Key of the blind index. Made from the oldest master key, for the index must outlive rotations. */
  readonly index: Buffer;
}

/**
 * The master keys of an installation: VAULT_KEY (base64 of 32 bytes; after a rotation several, newest first), otherwise
 * `keys/vault.json` of the data folder, made at the first start (mode 0600, never replaced).
 */
export function loadMasterKeys(config: Pick<Config, 'vaultKeys' | 'dataDir'>): MasterKeys {
  const texts = config.vaultKeys.length > 0 ? config.vaultKeys : keysOfFolder(config.dataDir);
  const keys = texts.map(masterKey);
  const [current, oldest] = [keys[0], keys.at(-1)];
  if (current === undefined || oldest === undefined) throw new Error('The vault has no master key.');
  const index = hkdfSync('sha256', oldest.key, Buffer.alloc(0), 'tikvo blind index v1', KEY_BYTES);
  return { current, byId: new Map(keys.map((one) => [one.id, one])), index: Buffer.from(index) };
}

/** Are there master keys already? `loadMasterKeys` makes one where there are none. */
export function hasMasterKeys(config: Pick<Config, 'vaultKeys' | 'dataDir'>): boolean {
  return config.vaultKeys.length > 0 || read(fileOf(config.dataDir)) !== null;
}

function masterKey(text: string): MasterKey {
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`A master key of the vault must be base64 of ${KEY_BYTES} bytes.`);
  return { id: createHash('sha256').update('tikvo vault key id v1').update(key).digest('hex').slice(0, 16), key };
}

const fileOf = (dataDir: string) => join(dataDir, 'keys', 'vault.json');

function keysOfFolder(dataDir: string): readonly string[] {
  const path = fileOf(dataDir);
  const found = read(path);
  if (found !== null) return found;
  makeKeyFile(path, { keys: [randomBytes(KEY_BYTES).toString('base64')] });
  const made = read(path);
  if (made === null) throw new Error(`The vault's key was written to ${path} but cannot be read.`);
  return made;
}

/** Null: there is no such file. Throws ConfigError where it holds no key: a new one would open nothing of what is sealed. */
function read(path: string): readonly string[] | null {
  const held = readKeyFile(path);
  if (held === null) return null;
  const { keys } = held;
  if (Array.isArray(keys) && keys.length > 0 && keys.every(isMasterKey)) return keys;
  throw new ConfigError([
    `${path} holds no master key: bring that file back from a backup. Without it people's data in the database cannot be read by anybody.`,
  ]);
}

const isMasterKey = (text: unknown): text is string =>
  typeof text === 'string' && Buffer.from(text, 'base64').length === KEY_BYTES;
