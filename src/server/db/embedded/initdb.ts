import { execFile } from 'node:child_process';
import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OsAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Place } from './place.ts';
import { makeOwnFolder } from './place.ts';

/** Makes and keeps the cluster; the product never connects as it, or revoked rights would not bind it. */
export const SUPERUSER = 'postgres';

interface Making {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly account: OsAccount | null;
  readonly password: string;
}

/** Makes the cluster if there is none. Made under another name and renamed, so a torn one is never taken for whole. */
export async function ensureCluster({ place, binaries, account, password }: Making): Promise<void> {
  if (existsSync(join(place.data, 'PG_VERSION'))) return;
  const draft = `${place.data}.new`;
  rmSync(draft, { recursive: true, force: true });
  makeOwnFolder(draft, account);
  const passwordFile = join(draft, '..', 'password.new');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account !== null) chownSync(passwordFile, account.uid, account.gid);
  try {
    await promisify(execFile)(
      binaries.initdb,
      [
        ['-D', draft, '-U', SUPERUSER, '--pwfile', passwordFile, '--auth', 'scram-sha-256', '--encoding', 'UTF8'],
        ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      ].flat(),
      { cwd: '/', ...(account === null ? {} : { uid: account.uid, gid: account.gid }) },
    );
  } catch (error) {
    const said = (error as { stderr?: string }).stderr ?? String(error);
    throw new Error(`The database could not be made in ${place.home}: ${said.trim()}`, { cause: error });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, place.data);
}
