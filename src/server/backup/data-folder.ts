import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Draft } from './draft.ts';
import { DATA, KEYS } from './manifest.ts';

/** Of whoever runs on a data folder. */
export const LOCK_FILE = 'server.pid';
/** Belongs to processes that run now, or is copied in another way: the cluster, and the tails of ticks. */
const LEFT_OUT = new Set([LOCK_FILE, 'signer.sock', 'wallet.sock', 'postgres', 'postgres.place', 'ticks', 'keys']);

/**
 * The data folder besides the cluster and the ticks, copied twice: before the database, so that nothing it names is gone by then, and after
 * it, so that everything it names is there. The second time takes only what is new or changed.
 */
export class FolderCopy {
  readonly #dataDir: string;
  readonly #seen = new Map<string, string>();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** `keys`: where those go; the same draft, or one of their own. */
  async copyInto({ data, keys }: { readonly data: Draft; readonly keys: Draft }): Promise<void> {
    await this.#walk(data, { from: this.#dataDir, as: DATA, leftOut: LEFT_OUT });
    await this.#walk(keys, { from: join(this.#dataDir, 'keys'), as: KEYS, leftOut: new Set() });
  }

  async #walk(
    draft: Draft,
    { from, as, leftOut }: { readonly from: string; readonly as: string; readonly leftOut: ReadonlySet<string> },
  ): Promise<void> {
    for (const entry of await readdir(from, { withFileTypes: true }).catch(orGone)) {
      if (leftOut.has(entry.name) || entry.name.endsWith('.new')) continue;
      const [path, target] = [join(from, entry.name), `${as}/${entry.name}`];
      if (entry.isDirectory()) await this.#walk(draft, { from: path, as: target, leftOut: new Set() });
      else if (entry.isFile()) await this.#copy(draft, path, target);
    }
  }

  async #copy(draft: Draft, path: string, target: string): Promise<void> {
    const found = await stat(path, { bigint: true }).catch(orGone);
    if (!('ino' in found)) return;
    const mark = `${found.ino}:${found.size}:${found.mtimeNs}`;
    if (this.#seen.get(path) === mark) return;
    await draft.copy(path, target).catch(orGone);
    this.#seen.set(path, mark);
  }
}

/** Bytes of all files below a folder; what goes away meanwhile counts for nothing. */
export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(orGone)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(path);
    else if (entry.isFile())
      bytes += await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return bytes;
}

function orGone(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
