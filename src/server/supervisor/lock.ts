import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** One server per data folder. `release` gives the folder free. */
export interface FolderLock {
  release(): void;
}

/** Another live server uses the folder. */
export class FolderInUse extends Error {
  readonly pid: number;

  constructor(dataDir: string, pid: number) {
    super(`A server (process ${pid}) already runs on ${dataDir}: stop it, or set another DATA_DIR.`);
    this.pid = pid;
  }
}

/** Takes the folder, or throws FolderInUse. The lock of a killed process counts for nothing. */
export function lockFolder(dataDir: string): FolderLock {
  const file = join(dataDir, 'server.pid');
  // Two tries: the second after removing what a dead process left.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const mine = writeLock(file);
      return { release: () => releaseIfOurs(file, mine) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = liveHolder(file);
    if (holder !== null) throw new FolderInUse(dataDir, holder);
    rmSync(file, { force: true });
  }
  throw new Error(`The folder ${dataDir} could not be locked.`);
}

/** Who locks, and which file this is: in a copy of the folder another file has these words, and they lock nothing. */
function writeLock(file: string): string {
  const lock = openSync(file, 'wx');
  try {
    const mine = `${process.pid} ${birthOf(process.pid) ?? ''} ${markOf(file) ?? ''}\n`;
    writeSync(lock, mine);
    return mine;
  } finally {
    closeSync(lock);
  }
}

/** Two files of one machine never have the same; null where there is no such file. */
function markOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

function releaseIfOurs(file: string, mine: string): void {
  if (readText(file) === mine) rmSync(file, { force: true });
}

function liveHolder(file: string): number | null {
  const [pid, birth, mark] = (readText(file) ?? '').trimEnd().split(' ');
  if (mark !== undefined && mark !== '' && mark !== markOf(file)) return null;
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 0 || number === process.pid) return null;
  try {
    process.kill(number, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null;
  }
  const state = statOf(number)?.[0];
  // A killed process whose parent has not asked for its end yet still has its number.
  if (state === 'Z' || state === 'X') return null;
  const born = birthOf(number);
  // The number may have been given to another process since; where the system tells, the start times differ.
  return born !== null && birth !== undefined && birth !== '' && born !== birth ? null : number;
}

/** When a process started, in the system's own units; null where it cannot be asked. */
function birthOf(pid: number): string | null {
  return statOf(pid)?.[19] ?? null;
}

/** What the system says of a process, from its state letter on; null where it cannot be asked. */
function statOf(pid: number): string[] | null {
  const stat = readText(`/proc/${pid}/stat`);
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
