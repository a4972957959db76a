/** Bytes a tick takes in the store, on the recorded files, against one row a tick in PostgreSQL. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deflateRawSync, gunzipSync } from 'node:zlib';
import { HOUR_MS } from '#domain/time.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import { plainHeartbeat, type StoredTick } from '#domain/prices/ticks/stored-tick.ts';
import { encodeTicks } from '#domain/prices/ticks/tick-columns.ts';
import { parseRows } from '#server/prices/replay/load.ts';
import { createPool } from '#server/db/index.ts';
import { benchDatabase } from './database.ts';
import { compared, told, type Row } from './row.ts';

const FOLDERS = ['crypto', 'forex', 'commodities', 'stocks'];
/** A recorded price stands this long (docs/rules/feeds.md#replay-time); heartbeats fill the time between. */
const STANDS_MS = 75_000;
const FLOOR = 1 / 30;

interface Sum {
  rows: number;
  ticks: number;
  bytes: number;
}

export async function run(): Promise<Row[]> {
  const dir = resolve(process.env['RECORDED_DIR'] ?? '../shared/recorded');
  if (!existsSync(dir)) {
    process.stderr.write(`no recorded prices at ${dir}: the part is left out\n`);
    return [];
  }
  const all: Sum = { rows: 0, ticks: 0, bytes: 0 };
  const worst = { name: '', perTick: 0 };
  let encodeMs = 0;
  for (const folder of FOLDERS) {
    for (const name of readdirSync(join(dir, folder)).filter((file) => file.endsWith('.csv.gz'))) {
      const ticks = ticksOf(join(dir, folder, name), name);
      const began = performance.now();
      const bytes = storedBytes(ticks);
      encodeMs += performance.now() - began;
      all.rows += ticks.filter((tick) => tick.said !== null).length;
      all.ticks += ticks.length;
      all.bytes += bytes;
      const perTick = bytes / ticks.length;
      if (perTick > worst.perTick) Object.assign(worst, { name, perTick });
    }
  }
  const rowBytes = await bytesOfARow();
  return [
    compared({
      name: `bytes per tick, ${all.ticks.toLocaleString('en')} ticks of the recorded files`,
      ours: all.bytes / all.ticks,
      baseline: rowBytes,
      unit: 'B',
      floor: FLOOR,
      better: 'lower',
    }),
    compared({
      name: `bytes per recorded row, ${all.rows.toLocaleString('en')} rows, heartbeats not counted`,
      ours: all.bytes / all.rows,
      baseline: rowBytes,
      unit: 'B',
      floor: FLOOR,
      better: 'lower',
    }),
    told({
      name: `bytes per tick, worst file ${worst.name}`,
      ours: worst.perTick,
      unit: 'B',
      floor: null,
      better: 'lower',
    }),
    told({
      name: 'packing, ticks per second of one core',
      ours: all.ticks / (encodeMs / 1_000),
      unit: '1/s',
      floor: null,
      better: 'higher',
    }),
  ];
}

/** The ticks that a replay at speed 1 makes of a file, heartbeats included. */
function ticksOf(path: string, name: string): StoredTick[] {
  const symbol = name.split(/[._]/)[0] ?? '';
  const scale = PAIRS.find((pair) => pair.recordedNames.includes(symbol))?.scale;
  if (scale === undefined) throw new Error(`no pair for ${name}`);
  const { ts, price } = parseRows(gunzipSync(readFileSync(path)).toString('latin1'), scale);
  const ticks: StoredTick[] = [];
  ts.forEach((t, i) => {
    let last = ticks.at(-1);
    while (last !== undefined && last.t + 1_000 <= t && t - (ts[i - 1] ?? t) <= STANDS_MS) {
      last = plainHeartbeat(last, 0);
      ticks.push(last);
    }
    ticks.push({
      t,
      tSource: t,
      price: price[i] ?? 0,
      flags: 0,
      sources: 1,
      mad: 0,
      said: 'replay',
      recorded: { row: i + 1, ts: t },
    });
  });
  return ticks;
}

/** Each hour apart, as it is sealed. */
function storedBytes(ticks: readonly StoredTick[]): number {
  let bytes = 0;
  for (let from = 0; from < ticks.length;) {
    const hour = Math.floor((ticks[from]?.t ?? 0) / HOUR_MS);
    let to = from;
    while (to < ticks.length && Math.floor((ticks[to]?.t ?? 0) / HOUR_MS) === hour) to += 1;
    bytes += deflateRawSync(encodeTicks(ticks.slice(from, to)), { level: 9 }).length;
    from = to;
  }
  return bytes;
}

/** Pair, seq, time and price as a row with its key: what a table of ticks cannot do without. */
async function bytesOfARow(): Promise<number> {
  const database = await benchDatabase();
  const pool = createPool(database.url, { max: 1 });
  const rows = 200_000;
  try {
    await pool.query(
      'CREATE TABLE naive_tick (pair integer, seq bigint, t bigint, price bigint, PRIMARY KEY (pair, seq))',
    );
    await pool.query(
      'INSERT INTO naive_tick SELECT 1, i, 1763650800000 + i * 250, 9123456 + i FROM generate_series(1, $1::int) i',
      [rows],
    );
    const { rows: sizes } = await pool.query<{ size: string }>("SELECT pg_total_relation_size('naive_tick') AS size");
    return Number(sizes[0]?.size) / rows;
  } finally {
    await pool.end();
    await database.drop();
  }
}
