import { open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Draft } from './draft.ts';

/** How often new tail files are looked for: one lives for an hour and longer. */
const LOOK_MS = 30_000;

/**
 * Holds every tail file of ticks open from before the database is copied until after it. A tail that is sealed meanwhile goes away when the
 * database has its ticks, which the copy may not have; one that is still written holds by its end every tick that the copy can name.
 */
export class HeldTails {
  readonly #dir: string;
  readonly #held = new Map<string, { readonly file: FileHandle; readonly id: string }>();
  #timer: NodeJS.Timeout | null = null;

  constructor(dir: string) {
    this.#dir = dir;
  }

  async hold(): Promise<void> {
    await this.#look();
    this.#timer = setInterval(() => void this.#look().catch(() => undefined), LOOK_MS).unref();
  }

  /** Copies them as they are now: after the database was. */
  async copyInto(draft: Draft, as: string): Promise<void> {
    await this.#look();
    for (const [name, { file }] of this.#held) await draft.copy(file, `${as}/${name}`);
  }

  async release(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    for (const { file } of this.#held.values()) await file.close();
    this.#held.clear();
  }

  async #look(): Promise<void> {
    for (const stream of await readdir(this.#dir).catch(() => [])) {
      if (!/^\d+$/.test(stream)) continue;
      for (const name of await readdir(join(this.#dir, stream)).catch(() => [])) {
        if (name.endsWith('.tail')) await this.#take(`${stream}/${name}`);
      }
    }
  }

  /** A start puts a copy in the place of a tail and goes on with that: the newest under a name is the longest. */
  async #take(name: string): Promise<void> {
    const file = await open(join(this.#dir, name), 'r').catch(() => null);
    if (file === null) return;
    const { dev, ino } = await file.stat();
    const id = `${dev}:${ino}`;
    const before = this.#held.get(name);
    if (before?.id === id) return file.close();
    this.#held.set(name, { file, id });
    await before?.file.close();
  }
}
