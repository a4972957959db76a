import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { OsAccount } from './account.ts';
import { canEnter, databaseAccount, makePassable } from './account.ts';
import { SHARED_HOME } from './binaries.ts';

/** Names the folder of a cluster that lies elsewhere. */
const NOTE = 'postgres.place';

/** `./data`, except where the database's account could not enter it (root under a 0700 home): `/var/lib/tikvo`. */
export function defaultDataDir(cwd: string = process.cwd()): string {
  return canEnter(cwd, databaseAccount()) ? resolve(cwd, 'data') : SHARED_HOME;
}

/** The folder of one cluster: `data` (the database's own), and beside it the password, the port and the log. */
export interface Place {
  readonly home: string;
  readonly data: string;
  /** Of the administrator. */
  readonly passwordFile: string;
  /** Of the role that the product connects as. */
  readonly productPasswordFile: string;
  readonly portFile: string;
  readonly logFile: string;
}

/**
 * Makes the folders of the cluster of `dataDir`. A `dataDir` that the account cannot enter keeps a note of a folder
 * under `/var/lib/tikvo` where its cluster lies instead; without the note a new folder is begun, so a deleted
 * `dataDir` never meets the database of its predecessor.
 */
export function preparePlace(dataDir: string, account: OsAccount | null, sharedHome: string = SHARED_HOME): Place {
  mkdirSync(dataDir, { recursive: true });
  const home = clusterHome({ dataDir, sharedHome, account });
  makePassable(home, account);
  return placeIn(home);
}

/** The place of the cluster that was made for `dataDir`; null: none was. Makes nothing. */
export function findPlace(dataDir: string): Place | null {
  const homes = [join(dataDir, 'postgres'), readNote(join(dataDir, NOTE))];
  const home = homes.find((one) => one !== null && existsSync(join(one, 'data', 'PG_VERSION')));
  return typeof home === 'string' ? placeIn(home) : null;
}

function placeIn(home: string): Place {
  return {
    home,
    data: join(home, 'data'),
    passwordFile: join(home, 'password'),
    productPasswordFile: join(home, 'password.product'),
    portFile: join(home, 'port'),
    logFile: join(home, 'postgres.log'),
  };
}

interface Wanted {
  readonly dataDir: string;
  readonly sharedHome: string;
  readonly account: OsAccount | null;
}

function clusterHome({ dataDir, sharedHome, account }: Wanted): string {
  if (account === null) return join(dataDir, 'postgres');
  if (canEnter(dirname(dataDir), account)) {
    // The folder itself is ours: letting others pass (not read) is ours to give.
    const mode = statSync(dataDir).mode;
    if (!canEnter(dataDir, account)) chmodSync(dataDir, (mode & 0o777) | 0o011);
    return join(dataDir, 'postgres');
  }
  const note = join(dataDir, NOTE);
  const noted = readNote(note);
  if (noted !== null) return noted;
  const elsewhere = join(sharedHome, 'clusters', randomBytes(6).toString('hex'));
  writeFileSync(note, `${elsewhere}\n`);
  return elsewhere;
}

function readNote(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

/** A password of the cluster: random, kept in a file that only its owner reads. */
export function keptPassword(file: string): string {
  const kept = readNote(file);
  if (kept !== null && kept !== '') return kept;
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Makes a folder that belongs to the account alone. */
export function makeOwnFolder(path: string, account: OsAccount | null): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account !== null) chownSync(path, account.uid, account.gid);
}
