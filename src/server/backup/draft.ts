import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '#server/config/sync-folder.ts';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import { MANIFEST, type CopiedFile, type Manifest } from './manifest.ts';

const CHUNK = 1 << 20;
const SYNCED_AT_A_TIME = 16;
const UNFINISHED = /^\.unfinished-(\d+)$/;

/** A backup that is being made: nobody takes it for a whole one before `finish` gives it its name. */
export class Draft {
  readonly path: string;
  readonly #files = new Map<string, CopiedFile>();
  readonly #folders = new Set<string>();
  readonly #onBytes: (bytes: number) => void;

  private constructor(path: string, onBytes: (bytes: number) => void) {
    this.path = path;
    this.#onBytes = onBytes;
  }

  /** Begins one below `dir`, and takes away what backups that were killed left there. `onBytes`: told what was copied. */
  static async begin(dir: string, onBytes: (bytes: number) => void): Promise<Draft> {
    await mkdir(dir, { recursive: true });
    for (const name of await readdir(dir)) {
      const pid = UNFINISHED.exec(name)?.[1];
      if (pid !== undefined && !isAlive(Number(pid))) await rm(join(dir, name), { recursive: true, force: true });
    }
    const path = join(dir, `.unfinished-${process.pid}`);
    await rm(path, { recursive: true, force: true });
    await mkdir(path, { mode: 0o700 });
    return new Draft(path, onBytes);
  }

  get files(): readonly CopiedFile[] {
    return [...this.#files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  get folders(): readonly string[] {
    return [...this.#folders].toSorted();
  }

  /** Copies a file as it is at this moment under a name of the backup; an earlier one of that name is replaced. */
  async copy(from: string | FileHandle, as: string): Promise<void> {
    if (typeof from !== 'string') return this.#write(as, from);
    const source = await open(from, 'r');
    try {
      await this.#write(as, source);
    } finally {
      await source.close();
    }
  }

  /** Writes a file that is made here. */
  async write(as: string, bytes: string | Buffer): Promise<void> {
    const path = await this.#place(as);
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    const size = Buffer.byteLength(bytes);
    this.#files.set(as, { path: as, size, sha256: createHash('sha256').update(bytes).digest('hex') });
  }

  /** A folder that has to be there although nothing may lie in it. */
  async folder(as: string): Promise<void> {
    await mkdir(join(this.path, as), { recursive: true, mode: 0o700 });
    this.#folders.add(as);
  }

  /** Takes up a file that another program has written into the draft. */
  async adopt(as: string): Promise<void> {
    const { size, sha256 } = await hashFile(join(this.path, as));
    this.#files.set(as, { path: as, size, sha256 });
  }

  /** Gives the backup its name, with its manifest where it has one: from here on it is whole. */
  async finish(name: string, manifest: Manifest | null): Promise<string> {
    await this.#sync();
    if (manifest !== null) {
      const text = `${JSON.stringify(manifest, null, 1)}\n`;
      await writeFile(join(this.path, MANIFEST), text, { mode: 0o600, flush: true });
    }
    const target = join(dirname(this.path), name);
    await rename(this.path, target);
    await syncFolder(dirname(target));
    return target;
  }

  async discard(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }

  /** All at the end, many at a time: one after the other the disk is waited for a thousand times. */
  async #sync(): Promise<void> {
    const paths = [...this.#files.keys()].map((name) => join(this.path, name));
    const next = async (): Promise<void> => {
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
        const file = await open(path, 'r+');
        await file.sync();
        await file.close();
      }
    };
    await Promise.all(Array.from({ length: SYNCED_AT_A_TIME }, next));
    for (const folder of new Set(
      [...this.#files.keys(), ...this.#folders].map((name) => dirname(join(this.path, name))),
    )) {
      await syncFolder(folder);
    }
  }

  async #place(as: string): Promise<string> {
    const path = join(this.path, as);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  }

  async #write(as: string, source: FileHandle): Promise<void> {
    const path = await this.#place(as);
    const target = await open(path, 'w', 0o600);
    try {
      const { size, sha256 } = await pour(source, target, this.#onBytes);
      this.#files.set(as, { path: as, size, sha256 });
    } finally {
      await target.close();
    }
  }
}

/** Size and SHA-256 of a file. */
export async function hashFile(path: string): Promise<{ readonly size: number; readonly sha256: string }> {
  const source = await open(path, 'r');
  try {
    return await pour(source, null);
  } finally {
    await source.close();
  }
}

/** Copies from the first byte to the end as it is when it is reached; null: reads alone. */
export async function pour(
  source: FileHandle,
  target: FileHandle | null,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<{ readonly size: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK);
  for (let size = 0; ;) {
    const { bytesRead } = await source.read(buffer, 0, CHUNK, size);
    if (bytesRead === 0) return { size, sha256: hash.digest('hex') };
    const part = buffer.subarray(0, bytesRead);
    hash.update(part);
    for (let written = 0; target !== null && written < bytesRead;) {
      written += (await target.write(part, written, bytesRead - written, size + written)).bytesWritten;
    }
    size += bytesRead;
    onBytes(bytesRead);
  }
}
