import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { repositoryRoot } from '#server/root.ts';
import { runningVersion } from '#server/version.ts';
import { about, type Finding } from './finding.ts';

/** Below the first a start is a risk, below the second it is time to make room. */
const ROOM_BYTES = { fault: 500e6, warning: 5e9 } as const;

/** The program: which version, on what, and who may change it. */
export function examineProgram({ mode }: Pick<Config, 'mode'>): readonly Finding[] {
  const say = about('program');
  const { version, commit } = runningVersion();
  const root = repositoryRoot();
  const found: Finding[] = [
    say.ok(`Version ${version}${commit === null ? '' : ` (${commit.slice(0, 12)})`} on Node ${process.versions.node}.`),
  ];
  if (mode === 'production' && process.getuid?.() === 0) {
    found.push(say.warning('This user is root: run the product as a user of its own (ops/systemd/tikvo.service).'));
  } else if (mode === 'production' && mayWrite(join(root, 'build'))) {
    found.push(say.warning(`This user may write in ${root}: let the code belong to root.`));
  }
  return found;
}

/** The data folder: writable, closed to others, with room. */
export function examineFolder({ dataDir }: Pick<Config, 'dataDir'>): readonly Finding[] {
  const say = about('folder');
  if (!existsSync(dataDir)) return [say.warning(`There is no ${dataDir} yet: the first start makes it.`)];
  if (!mayWrite(dataDir)) {
    return [
      say.fault(`${dataDir} cannot be written by this user: give it to the user of the product, or set DATA_DIR.`),
    ];
  }
  const keys = statSync(join(dataDir, 'keys'), { throwIfNoEntry: false });
  const isOpen = process.platform !== 'win32' && keys !== undefined && (keys.mode & 0o077) !== 0;
  const { bavail, bsize } = statfsSync(dataDir);
  return [
    isOpen
      ? say.fault(`${join(dataDir, 'keys')} is open to others: chmod 700 it; the keys in it may be known by now.`)
      : say.ok(`${dataDir} can be written.`),
    judgeRoom(bavail * bsize),
  ];
}

/** What there is to say of the free room on the disk of the data folder. */
export function judgeRoom(freeBytes: number): Finding {
  const say = about('disk');
  const words = `${(freeBytes / 1e9).toFixed(1)} GB are free on the disk of the data folder`;
  if (freeBytes < ROOM_BYTES.fault) return say.fault(`${words}: make room before anything else.`);
  return freeBytes < ROOM_BYTES.warning ? say.warning(`${words}: make room.`) : say.ok(`${words}.`);
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
