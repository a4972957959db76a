import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The operating-system account that the database runs as. null: the account of this process. */
export interface OsAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root: then `nobody`, who exists everywhere, so no account has to be made. */
export function databaseAccount(passwdFile = '/etc/passwd'): OsAccount | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync(passwdFile, 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [name, , uid, gid] = line?.split(':') ?? [];
  if (name === undefined || uid === undefined || gid === undefined) {
    throw new Error('The embedded database cannot run as root and there is no user nobody: set DATABASE_URL.');
  }
  return { name, uid: Number(uid), gid: Number(gid) };
}

/** Can the account walk into this folder? Each folder on the way must let it pass. Missing ones will be made by us. */
export function canEnter(path: string, account: OsAccount | null): boolean {
  if (account === null) return true;
  for (let at = path; ; at = dirname(at)) {
    const stat = statSync(at, { throwIfNoEntry: false });
    if (stat !== undefined && !lets(stat, account)) return false;
    if (dirname(at) === at) return true;
  }
}

/**
 * Makes a folder, and the missing ones on the way, that the account can enter whatever the umask says. Folders that were there stay
 * as they are; so does the umask where the database runs as this process.
 */
export function makePassable(path: string, account: OsAccount | null): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o755 });
  if (first === undefined || account === null) return;
  for (let at = path; at.length >= first.length; at = dirname(at)) chmodSync(at, 0o755);
}

function lets(stat: { mode: number; uid: number; gid: number }, account: OsAccount): boolean {
  if (stat.uid === account.uid) return (stat.mode & 0o100) !== 0;
  if (stat.gid === account.gid) return (stat.mode & 0o010) !== 0;
  return (stat.mode & 0o001) !== 0;
}
