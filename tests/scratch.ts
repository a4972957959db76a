import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4e9;

/**
 * Where tests keep their databases: a folder of memory where Linux offers one with room, else the system's temporary folder. PostgreSQL
 * is the same on both and as durable against kills; a database is copied ten times sooner (docs/tests.md#databases).
 */
export function scratch(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
