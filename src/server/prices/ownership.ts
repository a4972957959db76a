import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whose the tail files are. `nobody`: the folder was taken away under us. */
export type FolderOwner = 'us' | 'another' | 'nobody';

export interface FolderClaim {
  /** Throws when the folder cannot be read: that proves nothing about its owner. */
  owner(): FolderOwner;
  /** Takes a folder that is nobody's; false: another was faster. */
  reclaim(): boolean;
}

/**
 * Says who writes the tail files of a folder. Whoever starts last owns them: the engine's lease lets only its owner start.
 * A process that slept through its own replacement finds another name here and must write no more.
 */
export function claimFolder(dir: string): FolderClaim {
  const path = join(dir, 'owner');
  const name = randomUUID();
  writeFileSync(`${path}.new`, name);
  renameSync(`${path}.new`, path);
  const owner = (): FolderOwner => {
    try {
      return readFileSync(path, 'utf8') === name ? 'us' : 'another';
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return 'nobody';
      throw error;
    }
  };
  return {
    owner,
    reclaim() {
      mkdirSync(dir, { recursive: true });
      try {
        writeFileSync(path, name, { flag: 'wx' });
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      return owner() === 'us';
    },
  };
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
