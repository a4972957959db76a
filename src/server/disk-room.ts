import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';

declare module '#server/bus/bus.ts' {
  interface Topics {
    /** Each time that somebody looked: what is left of the disk of the data folder, bytes. */
    'engine.disk': { readonly freeBytes: number; readonly reserveBytes: number };
  }
}

const LOOK_EVERY_MS = 1_000;
/** There is room again once there is so much more than the reserve: what is freed by the byte is used up at once. */
const AGAIN = 1.25;

/** What a system says that has no room left, or lets nobody write any more. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_ROOM.has(String(error.code));
}

export interface DiskRoomParts {
  readonly dir: string;
  /** Kept for what was promised before: prices, and the ends of open predictions. */
  readonly reserveBytes: number;
  readonly log: Pick<Logger, 'error' | 'info' | 'warn'>;
  readonly onLook?: (look: { readonly freeBytes: number; readonly reserveBytes: number }) => void;
  /** For tests: what is free in a folder, bytes. */
  readonly freeIn?: (dir: string) => Promise<number>;
}

/** Looks once a second at what is left of the disk of a folder. */
export class DiskRoom {
  readonly #parts: DiskRoomParts;
  #isLow = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: DiskRoomParts) {
    this.#parts = parts;
  }

  /** True: less than the reserve is left. */
  get isLow(): boolean {
    return this.#isLow;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    void this.look();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async look(): Promise<void> {
    const { dir, reserveBytes, log, onLook, freeIn = freeOf } = this.#parts;
    try {
      const freeBytes = await freeIn(dir);
      const wasLow = this.#isLow;
      this.#isLow = freeBytes < reserveBytes * (wasLow ? AGAIN : 1);
      if (this.#isLow && !wasLow) {
        log.error({ alarm: 'disk', dir, freeBytes, reserveBytes }, 'the disk is nearly full: nothing new is taken');
      }
      if (!this.#isLow && wasLow) log.info({ dir, freeBytes }, 'there is room on the disk again');
      onLook?.({ freeBytes, reserveBytes });
    } catch (error) {
      log.warn({ err: error, dir }, 'the room on the disk could not be asked for');
    }
  }
}

/** What is free on the disk of a folder, bytes. */
export async function freeOf(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}
