import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Says who writes the tail files of a folder. Whoever starts last owns them: the engine's lease lets only its owner start.
 * A process that slept through its own replacement finds another name here and must write no more.
 */
export function claimFolder(dir: string): { stillMine(): boolean } {
  const path = join(dir, 'owner');
  const name = randomUUID();
  writeFileSync(`${path}.new`, name);
  renameSync(`${path}.new`, path);
  return {
    stillMine() {
      try {
        return readFileSync(path, 'utf8') === name;
      } catch {
        return false;
      }
    },
  };
}
