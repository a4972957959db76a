import { createHmac, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { actorOf, type Audit, type HouseAct } from '#server/audit/index.ts';
import { ConfigError, type Config } from '#server/config/config.ts';
import { migrationsLeft, type Queryable } from '#server/db/index.ts';
import { readKeyFile } from '#server/config/key-file.ts';
import { syncFolderSync } from '#server/config/sync-folder.ts';
import { decrypt, encrypt } from './cipher.ts';
import { hasMasterKeys, loadMasterKeys, type MasterKeys } from './master-keys.ts';
import {
  findInstallation,
  hasInstallations,
  insertInstallation,
  masterIdsInUse,
  resealInstallation,
  type InstallationRow,
} from './store-installation.ts';

type Place = Pick<Config, 'dataDir' | 'vaultKeys'>;

const CHECK = 'tikvo installation check v1';

/**
 * Holds the database, the data folder and the master keys together: the first start binds them, and each later one with another folder
 * or with keys that do not open the database throws ConfigError with a sentence, before anything is written. A rotation binds the
 * newest key. That a new database does not take up the folder of another one is `refuseUsedFolder`'s to see.
 */
export async function claimInstallation(tx: Queryable, place: Place): Promise<void> {
  const row = await findInstallation(tx);
  const mistake = await mistakeOf(tx, place, row);
  if (mistake !== null) throw new ConfigError([mistake]);
  const masters = loadMasterKeys(place);
  if (row !== null) {
    if (row.masterId !== masters.current.id) await resealInstallation(tx, sealCheck(row.id, masters));
    return;
  }
  const id = folderId(place.dataDir) ?? randomUUID();
  const made = await insertInstallation(tx, { id, ...sealCheck(id, masters), indexCheck: indexCheck(masters) });
  if (!made) throw new ConfigError([strangeFolder(place)]);
  // Before the row is committed: a folder that is left behind without its row is taken up by the next start.
  writeFolderId(place.dataDir, id);
}

/**
 * Throws ConfigError where the database has no table yet and the data folder has been used: it belongs to another one. Asked before the tables
 * are made, so that the next start is refused as well.
 */
export async function refuseUsedFolder(db: Queryable, place: Place): Promise<void> {
  if (folderId(place.dataDir) === null || (await migrationsLeft(db)) !== null) return;
  throw new ConfigError([foreignFolder(place)]);
}

/**
 * Makes this data folder the one of the database, where the one before is lost, with its entry in the audit log. Throws ConfigError where
 * the keys are others; `openAudit` is called after that, for it seals with them.
 */
export async function adoptFolder(
  tx: Queryable,
  place: Place,
  { openAudit, by, reason }: HouseAct & { readonly openAudit: () => Pick<Audit, 'write'> },
): Promise<void> {
  const row = await findInstallation(tx);
  if (row !== null) {
    const mistake = await keysMistake(tx, place, row);
    if (mistake !== null) throw new ConfigError([mistake]);
    writeFolderId(place.dataDir, row.id);
  }
  const entry = { action: 'folder.adopted', objectType: 'installation', objectId: 'data folder', reason };
  await openAudit().write(tx, { ...actorOf(by), ...entry });
}

/**
 * Why this folder, and with `keys` these master keys, are not those of this database, whatever its version, in a sentence; null: they are, or
 * none are yet. Writes nothing.
 */
export async function installationMistake(
  db: Queryable,
  place: Place,
  { keys }: { readonly keys: boolean },
): Promise<string | null> {
  if ((await migrationsLeft(db)) === null) return folderId(place.dataDir) === null ? null : foreignFolder(place);
  const row = (await hasInstallations(db)) ? await findInstallation(db) : null;
  return keys ? mistakeOf(db, place, row) : wrongFolder(place, row);
}

async function mistakeOf(db: Queryable, place: Place, row: InstallationRow | null): Promise<string | null> {
  return wrongFolder(place, row) ?? (await keysMistake(db, place, row));
}

function wrongFolder(place: Place, row: InstallationRow | null): string | null {
  const id = folderId(place.dataDir);
  if (row === null || id === row.id) return null;
  return id === null ? strangeFolder(place) : foreignFolder(place);
}

async function keysMistake(db: Queryable, place: Place, row: InstallationRow | null): Promise<string | null> {
  const inUse = await masterIdsInUse(db);
  const source = place.vaultKeys.length > 0 ? 'VAULT_KEY' : join(place.dataDir, 'keys/vault.json');
  if (row === null && inUse.length === 0) return null;
  if (!hasMasterKeys(place)) {
    return `There is no ${source}, and people's data in this database is sealed with its key: bring it back, or set VAULT_KEY.`;
  }
  const masters = loadMasterKeys(place);
  const missing = [...inUse, ...(row === null ? [] : [row.masterId])].find((id) => !masters.byId.has(id));
  if (missing !== undefined) {
    return `${source} does not open this database: it is sealed with master key ${missing}, and ${source} holds ${[...masters.byId.keys()].join(', ')}. Give the key it was sealed with (several with commas, newest first).`;
  }
  if (row === null) return null;
  if (!opensCheck(row, masters)) return `${source} does not open this database: its check value is sealed otherwise.`;
  if (!indexCheck(masters).equals(row.indexCheck)) {
    return `${source} lacks the oldest master key of this database, by which addresses are found: put it last, after the newer ones.`;
  }
  return null;
}

const foreignFolder = ({ dataDir }: Place) =>
  `DATA_DIR names ${dataDir}, which belongs to another database: give each database the data folder it was used with, and a new one an empty folder.`;

const strangeFolder = ({ dataDir }: Place) =>
  `DATA_DIR names ${dataDir}, and this database was used with another data folder: copy the folder keys from there, or, if it is lost, run npm run admin -- adopt-folder <why>.`;

function sealCheck(id: string, { current }: MasterKeys): Pick<InstallationRow, 'masterId' | 'vaultCheck'> {
  return { masterId: current.id, vaultCheck: encrypt(Buffer.from(CHECK), { key: current.key, bound: checkBound(id) }) };
}

function opensCheck({ id, masterId, vaultCheck }: InstallationRow, masters: MasterKeys): boolean {
  const key = masters.byId.get(masterId)?.key;
  try {
    return key !== undefined && decrypt(vaultCheck, { key, bound: checkBound(id) }).toString() === CHECK;
  } catch {
    return false;
  }
}

const checkBound = (id: string) => `check of installation ${id}`;

const indexCheck = ({ index }: MasterKeys) => createHmac('sha256', index).update(CHECK).digest();

const fileOf = (dataDir: string) => join(dataDir, 'keys', 'installation.json');

/** Null: no start has used this folder. Throws ConfigError where the file that says so says nothing. */
function folderId(dataDir: string): string | null {
  const path = fileOf(dataDir);
  const held = readKeyFile(path);
  if (held === null) return null;
  if (typeof held['id'] === 'string') return held['id'];
  throw new ConfigError([
    `${path} does not say which database this folder belongs to: bring that file back from a backup. If this is the folder of the database, delete the file and run npm run admin -- adopt-folder <why>.`,
  ]);
}

function writeFolderId(dataDir: string, id: string): void {
  if (folderId(dataDir) === id) return;
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  const path = fileOf(dataDir);
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeSync(file, JSON.stringify({ id }));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
  syncFolderSync(join(dataDir, 'keys'));
}
