import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolderSync } from './sync-folder.ts';

/** What a file of `keys/` holds; null: there is no such file. One that is empty or cut holds nothing. */
export function readKeyFile(path: string): Readonly<Record<string, unknown>> | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
  try {
    const held: unknown = JSON.parse(text);
    return typeof held === 'object' && held !== null ? (held as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

/**
 * Makes a file of `keys/` (mode 0600), whole and on the disk before it has its name: whoever is killed in between, or loses power, leaves no half key. One that is there is
 * never replaced, so that two processes that start together end with the same.
 */
export function makeKeyFile(path: string, held: Readonly<Record<string, unknown>>): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Containers number their processes alike: what another has linked already is not to be opened again.
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      writeSync(file, JSON.stringify(held));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkSync(draft, path);
    syncFolderSync(dirname(path));
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
