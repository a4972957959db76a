import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { scratch } from '#tests/scratch.ts';

/** A disk of its own, in memory, that can be filled. */
export interface SmallDisk {
  readonly dir: string;
  /** Takes all that is left but `leaving` bytes. */
  fill(leaving?: number): void;
  /** Gives back what `fill` took. */
  empty(): void;
  remove(): void;
}

const CHUNK = Buffer.alloc(65_536);

/** Null where this user may not mount; says so once. */
export function smallDisk(bytes: number): SmallDisk | null {
  const dir = mkdtempSync(join(scratch(), 'tikvo-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=1777`, 'tmpfs', dir], { stdio: 'ignore' });
  } catch {
    rmSync(dir, { recursive: true });
    console.warn('This user may not mount a file system: a full disk is not tried.');
    return null;
  }
  const ballast = join(dir, 'ballast');
  return {
    dir,
    fill(leaving = 0) {
      const fd = openSync(ballast, 'a');
      try {
        for (;;) writeSync(fd, CHUNK);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(fd);
      }
      if (leaving > 0) execFileSync('truncate', ['-s', `-${leaving}`, ballast]);
    },
    empty: () => unlinkSync(ballast),
    remove() {
      execFileSync('umount', ['-l', dir]);
      rmSync(dir, { recursive: true });
    },
  };
}
