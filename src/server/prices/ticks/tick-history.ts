import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { streamNo, type FeedKind, type Pair } from '#domain/prices/pair.ts';
import { isClosedHour } from '#domain/prices/ticks/tick-hours.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { toHex } from '#domain/proofs/hash.ts';
import { unpackBlob } from './segment.ts';
import { blobsOfHour } from '../store.ts';
import { readTail } from './tail-file.ts';
import { tickOf } from './tick-stream.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';

export type HourState = 'sealed' | 'open' | 'closed' | 'empty' | 'future';

/** The ticks of one pair and hour (UTC). `hour` of the day. */
export interface HourOfTicks {
  readonly hour: number;
  readonly state: HourState;
  /** Root of the last sealed segment of the hour, hex. */
  readonly root: string | null;
  readonly ticks: readonly Tick[];
}

export interface HistoryParts {
  readonly db: Pool;
  /** Where the tail files of the running hour lie. */
  readonly dataDir: string;
  readonly now: number;
}

/** Hours of the UTC day that starts at `dayStart`, in order: sealed ones from the database, the running one from its tail file. */
export async function* ticksOfDay(
  parts: HistoryParts,
  of: { readonly pair: Pair; readonly kind: FeedKind; readonly dayStart: number; readonly hours: readonly number[] },
): AsyncGenerator<HourOfTicks> {
  for (const hour of of.hours) {
    const start = of.dayStart + hour * HOUR_MS;
    if (start > parts.now) yield { hour, state: 'future', root: null, ticks: [] };
    else yield await readHour(parts, { ...of, hour, start });
    // Others get their turn: an hour of rebuilt hashes is some 20 ms.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

async function readHour(
  { db, dataDir }: HistoryParts,
  of: { readonly pair: Pair; readonly kind: FeedKind; readonly hour: number; readonly start: number },
): Promise<HourOfTicks> {
  const { pair, kind, hour, start } = of;
  const stream = streamNo(pair.no, kind);
  const no = start / HOUR_MS;
  const tail = tailTicks(join(dataDir, 'ticks', String(stream)), no);
  const blobs = await blobsOfHour(db, stream, no);
  const sealed = blobs.flatMap((blob) => unpackBlob(blob, pair.scale));
  const last = sealed.at(-1)?.seq ?? 0;
  const open = tail.filter(({ seq }) => seq > last);
  const ticks = [...sealed, ...open];
  const root = blobs.at(-1)?.root;
  if (open.length > 0) return { hour, state: 'open', root: null, ticks };
  if (ticks.length > 0) return { hour, state: 'sealed', root: root === undefined ? null : toHex(root), ticks };
  // The hours of a replay are those of its recorded time: the wall clock says nothing about them.
  const closed = kind !== 'replay' && isClosedHour(pair.hours, start);
  return { hour, state: closed ? 'closed' : 'empty', root: null, ticks: [] };
}

/** Ticks of an hour that are not sealed yet. A file that goes while it is read was sealed: then the database has it. */
function tailTicks(folder: string, hour: number): readonly Tick[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${hour}-`) && name.endsWith('.tail'))
    .flatMap((name) => {
      try {
        return readTail(join(folder, name))?.frames.map(tickOf) ?? [];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    })
    .sort((a, b) => a.seq - b.seq);
}

/** Start of a UTC day; null when there is no such day. */
export function dayStartOf({ year, month, day }: { year: number; month: number; day: number }): number | null {
  const start = Date.UTC(year, month - 1, day);
  const date = new Date(start);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && start % DAY_MS === 0 ? start : null;
}
