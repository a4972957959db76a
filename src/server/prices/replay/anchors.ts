import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Schedule } from '#domain/prices/replay/replay-time.ts';
import { syncFolderSync } from '#server/config/sync-folder.ts';

/** A run of a file: what a restart needs to go on where the wall clock stands. */
export interface Run extends Schedule {
  /** Path below REPLAY_DIR. */
  readonly file: string;
  readonly rows: number;
}

/** The runs of the pairs, one small file each, on disk before the first tick of the run. */
export interface Anchors {
  read(pairId: string): Run | null;
  write(pairId: string, run: Run): void;
}

export function createAnchors(dir: string): Anchors {
  mkdirSync(dir, { recursive: true });
  const fileOf = (pairId: string): string => path.join(dir, `${pairId}.json`);
  return {
    read(pairId) {
      try {
        return asRun(JSON.parse(readFileSync(fileOf(pairId), 'utf8')));
      } catch {
        // Missing or torn: the pair begins a new run, whose first tick carries the break flag.
        return null;
      }
    },
    write(pairId, run) {
      const target = fileOf(pairId);
      const fresh = `${target}.new`;
      const handle = openSync(fresh, 'w');
      try {
        writeSync(handle, `${JSON.stringify(run)}\n`);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      renameSync(fresh, target);
      syncFolderSync(dir);
    },
  };
}

function asRun(value: unknown): Run | null {
  if (typeof value !== 'object' || value === null) return null;
  const { file, rows, anchor, firstTs, speed } = value as Partial<Record<keyof Run, unknown>>;
  if (typeof file !== 'string' || typeof rows !== 'number') return null;
  if (typeof anchor !== 'number' || typeof firstTs !== 'number' || typeof speed !== 'number') return null;
  return { file, rows, anchor, firstTs, speed };
}
