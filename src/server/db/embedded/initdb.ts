import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OsAccount } from './account.ts';
import { NoEmbeddedDatabase } from './binaries.ts';
import type { Binaries } from './binaries.ts';
import type { Place } from './place.ts';
import { makeOwnFolder } from './place.ts';

/** Makes and keeps the cluster; the product never connects as it, or revoked rights would not bind it. */
export const SUPERUSER = 'postgres';
/** What the bootstrap leaves in shared memory it removes when it is asked to end, not when it is killed. */
const ASKED_MS = 2_000;

interface Making {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly account: OsAccount | null;
  readonly password: string;
  readonly signal: AbortSignal;
}

/**
 * Makes the cluster if there is none. Made under another name and renamed, so a torn one is never taken for whole.
 * Throws the reason of `signal` once nothing of the making runs any more.
 */
export async function ensureCluster({ place, binaries, account, password, signal }: Making): Promise<void> {
  if (existsSync(join(place.data, 'PG_VERSION'))) return;
  const draft = `${place.data}.new`;
  rmSync(draft, { recursive: true, force: true });
  makeOwnFolder(draft, account);
  const passwordFile = join(draft, '..', 'password.new');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account !== null) chownSync(passwordFile, account.uid, account.gid);
  try {
    const said = await runInitdb({ draft, passwordFile, binaries, account, signal });
    if (said !== null) throw new NoEmbeddedDatabase(sentenceOf(said, place.home));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, place.data);
}

/** PostgreSQL's own words, besides those that do not say what to do. */
export function sentenceOf(said: string, home: string): string {
  const uid = /could not look up effective user ID (\d+)/.exec(said)?.[1];
  if (uid === undefined) return `The database could not be made in ${home}: ${said.trim()}`;
  return `The user of this process (uid ${uid}) has no name on this machine, and the embedded database wants one: give them a line in /etc/passwd, run as another user, or set DATABASE_URL.`;
}

interface Run extends Pick<Making, 'binaries' | 'account' | 'signal'> {
  readonly draft: string;
  readonly passwordFile: string;
}

/** Runs initdb to its end: null when it made the cluster, else what it said. */
async function runInitdb({ draft, passwordFile, binaries, account, signal }: Run): Promise<string | null> {
  signal.throwIfAborted();
  const child = spawn(
    binaries.initdb,
    [
      ['-D', draft, '-U', SUPERUSER, '--pwfile', passwordFile, '--auth', 'scram-sha-256', '--encoding', 'UTF8'],
      ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ].flat(),
    {
      cwd: '/',
      // Its own process group: Ctrl-C reaches us first, and we end it with the servers that it runs.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
    },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
  child.once('error', (error) => (said += error.message));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let insisting: NodeJS.Timeout | undefined;
  const stop = () => {
    endGroup(child, 'SIGTERM');
    insisting = setTimeout(() => endGroup(child, 'SIGKILL'), ASKED_MS);
  };
  signal.addEventListener('abort', stop, { once: true });
  const code = await ended;
  signal.removeEventListener('abort', stop);
  clearTimeout(insisting);
  signal.throwIfAborted();
  return code === 0 ? null : said;
}

function endGroup(child: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // Ended by itself meanwhile.
  }
}
