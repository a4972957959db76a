import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Announcement } from '#domain/settings/announcements.ts';
import { modeOf, type ModeRow, type Product } from '#domain/settings/modes.ts';
import { STANDARD_VALUES, type SettingName, type SettingValues } from '#domain/settings/settings.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import { findAnnouncements } from './store-announcements.ts';
import { findHolding } from './store.ts';
import { findModes } from './store-modes.ts';

/** How often a process reads them, ms: each acts within two seconds. */
const POLL_MS = 1_000;

/** What an operator has set, as a process knows it. Nothing here waits. */
export interface LiveSettings {
  readonly values: SettingValues;
  number(name: SettingName): number;
  modeOf(product: Product, pair: string): ModeRow;
}

/** What everybody is told of. */
export interface ToldSettings extends LiveSettings {
  /** Modes that were ever set, the last of each product and pair. */
  readonly modes: readonly ModeRow[];
  /** Those that are not over, as of the last look. */
  readonly announcements: readonly Announcement[];
}

interface WatchParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** What holds while nobody has changed anything. */
export const STANDARD_SETTINGS: LiveSettings = {
  values: STANDARD_VALUES,
  number: (name) => Number(STANDARD_VALUES[name]),
  modeOf: (product, pair) => modeOf([], product, pair),
};

/** What holds at `now` (ms), for who does one thing and ends: a command, a transaction of an act. */
export async function readSettings(db: Queryable, now: number): Promise<SettingValues> {
  const holding = await findHolding(db, now);
  return { ...STANDARD_VALUES, ...Object.fromEntries(holding.map(({ name, value }) => [name, value])) };
}

/** Reads them for the first time, and then each second. */
export async function watchSettings(parts: WatchParts): Promise<WatchedSettings> {
  const settings = new WatchedSettings(parts);
  await settings.start();
  return settings;
}

/** The same, read again each second. A database that is away leaves what was read last. */
export class WatchedSettings implements ToldSettings {
  readonly #parts: WatchParts;
  #values: SettingValues = STANDARD_VALUES;
  #modes: readonly ModeRow[] = [];
  #announcements: readonly Announcement[] = [];
  #timer: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;
  #isLost = false;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  get values(): SettingValues {
    return this.#values;
  }

  get modes(): readonly ModeRow[] {
    return this.#modes;
  }

  get announcements(): readonly Announcement[] {
    return this.#announcements;
  }

  number(name: SettingName): number {
    return Number(this.#values[name]);
  }

  modeOf(product: Product, pair: string): ModeRow {
    return modeOf(this.#modes, product, pair);
  }

  /** Resolves when they were read once, or could not be. */
  async start(): Promise<void> {
    await this.poll();
    this.#timer = setInterval(() => void this.poll(), POLL_MS);
    this.#timer.unref();
  }

  /** Reads them now. One that is under way is waited for. */
  poll(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#reading;
  }

  async #read(): Promise<void> {
    const { db, clock, log } = this.#parts;
    try {
      const now = clock.now();
      const [values, modes] = [await readSettings(db, now), await findModes(db)];
      this.#announcements = await findAnnouncements(db, now);
      this.#values = values;
      this.#modes = modes;
      this.#isLost = false;
    } catch (error) {
      if (!this.#isLost) log.warn({ err: error }, 'the settings could not be read; the last ones hold');
      this.#isLost = true;
    }
  }
}
