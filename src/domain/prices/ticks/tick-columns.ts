import { QuoteReader, QuoteWriter, readText, writeText } from '../quote-columns.ts';
import { isPlainHeartbeat, plainHeartbeat, type StoredTick } from './stored-tick.ts';
import { ByteReader, ByteWriter } from './varint.ts';

/**
 * The stored form of a run of ticks (docs/receipts.md 7): each field a column of differences, heartbeats as run lengths,
 * the lone source's quote left out. The hour's file is this, deflated; `verify` reads the same bytes.
 *
 * Layout: version 1, tick count, source names, then each column as its length and bytes, in the order of COLUMNS.
 */
const VERSION = 1;
const COLUMNS = [
  'flags',
  'time',
  'price',
  'lag',
  'sources',
  'mad',
  'rows',
  'stamps',
  'said',
  'forms',
  'numbers',
  'runs',
  'moves',
] as const;
type Column = (typeof COLUMNS)[number];

/** How the source time moved in a run of heartbeats: not at all, with the clock, or as listed. */
const STILL = 0;
const STEADY = 1;
const LISTED = 2;
const STEADY_MS = 1_000;

/** `said`: nothing, a list, else 2 + number of the lone source. */
const SAID_NOTHING = 0;
const SAID_LIST = 1;
const SAID_LONE = 2;

const NOTHING: StoredTick = {
  t: 0,
  tSource: 0,
  price: 0,
  flags: 0,
  sources: 0,
  mad: 0,
  said: null,
  recorded: null,
};

export function encodeTicks(ticks: readonly StoredTick[]): Uint8Array {
  const columns = new Map(COLUMNS.map((name) => [name, new ByteWriter()]));
  const names: string[] = [];
  const writer = new ColumnWriter((name) => take(columns, name), names);
  let before = NOTHING;
  let at = 0;
  while (at < ticks.length) {
    const row = ticks[at] ?? NOTHING;
    writer.row(row, before);
    const run: StoredTick[] = [];
    let last = row;
    for (at += 1; at < ticks.length; at++) {
      const next = ticks[at];
      if (next === undefined || !isPlainHeartbeat(next, last)) break;
      run.push(next);
      last = next;
    }
    writer.run(run, row);
    before = last;
  }
  const out = new ByteWriter();
  out.unsigned(VERSION);
  out.unsigned(ticks.length);
  out.unsigned(names.length);
  for (const name of names) writeText(out, name);
  for (const name of COLUMNS) {
    const bytes = take(columns, name).bytes();
    out.unsigned(bytes.length);
    out.raw(bytes);
  }
  return out.bytes();
}

class ColumnWriter {
  readonly #column: (name: Column) => ByteWriter;
  readonly #names: string[];
  readonly #quotes: QuoteWriter;

  constructor(column: (name: Column) => ByteWriter, names: string[]) {
    this.#column = column;
    this.#names = names;
    this.#quotes = new QuoteWriter({
      forms: column('forms'),
      numbers: column('numbers'),
      sourceNo: (source) => this.#sourceNo(source),
    });
  }

  #sourceNo(source: string): number {
    const known = this.#names.indexOf(source);
    return known >= 0 ? known : this.#names.push(source) - 1;
  }

  row(tick: StoredTick, before: StoredTick): void {
    const column = this.#column;
    column('flags').byte(tick.flags);
    column('time').unsigned(tick.t - before.t);
    column('price').signed(tick.price - before.price);
    column('lag').signed(tick.t - tick.tSource - (before.t - before.tSource));
    column('sources').unsigned(tick.sources);
    column('mad').unsigned(tick.mad);
    this.#recorded(tick, before);
    if (tick.said === null) column('said').unsigned(SAID_NOTHING);
    else if (typeof tick.said === 'string') column('said').unsigned(SAID_LONE + this.#sourceNo(tick.said));
    else {
      column('said').unsigned(SAID_LIST);
      this.#quotes.write(tick.said, tick.tSource);
    }
  }

  /** 0 = none, else 1 + the zigzag of the step beyond the next row. At speed 1 recorded time moves as the clock: nothing to say. */
  #recorded({ t, recorded }: StoredTick, before: StoredTick): void {
    const rows = this.#column('rows');
    if (recorded === null) return rows.unsigned(0);
    const step = recorded.row - (before.recorded?.row ?? 0) - 1;
    rows.unsigned(1 + (step < 0 ? -2 * step - 1 : 2 * step));
    this.#column('stamps').signed(recorded.ts - (before.recorded?.ts ?? 0) - (t - before.t));
  }

  run(run: readonly StoredTick[], row: StoredTick): void {
    this.#column('runs').unsigned(run.length);
    if (run.length === 0) return;
    const moves = run.map((tick, i) => tick.tSource - (run[i - 1] ?? row).tSource);
    const out = this.#column('moves');
    if (moves.every((move) => move === 0)) return out.byte(STILL);
    if (moves.every((move) => move === STEADY_MS)) return out.byte(STEADY);
    out.byte(LISTED);
    for (const move of moves) out.signed(move);
  }
}

/** Reads what encodeTicks wrote. Throws on bytes that are not of this form. */
export function decodeTicks(bytes: Uint8Array): StoredTick[] {
  const read = new ByteReader(bytes);
  if (read.unsigned() !== VERSION) throw new Error('unknown version of stored ticks');
  const count = read.unsigned();
  const names: string[] = [];
  for (let left = read.unsigned(); left > 0; left--) names.push(readText(read));
  const columns = new Map(COLUMNS.map((name) => [name, new ByteReader(read.raw(read.unsigned()))]));
  const reader = new ColumnReader((name) => take(columns, name), names);
  const ticks: StoredTick[] = [];
  let before = NOTHING;
  while (ticks.length < count) {
    before = reader.row(before);
    ticks.push(before);
    for (const move of reader.run()) {
      before = plainHeartbeat(before, move);
      ticks.push(before);
    }
  }
  if (ticks.length !== count) throw new Error('stored ticks hold more than they say');
  return ticks;
}

class ColumnReader {
  readonly #column: (name: Column) => ByteReader;
  readonly #names: readonly string[];
  readonly #quotes: QuoteReader;

  constructor(column: (name: Column) => ByteReader, names: readonly string[]) {
    this.#column = column;
    this.#names = names;
    this.#quotes = new QuoteReader({
      forms: column('forms'),
      numbers: column('numbers'),
      sourceName: (no) => this.#sourceName(no),
    });
  }

  #sourceName(no: number): string {
    const name = this.#names[no];
    if (name === undefined) throw new Error(`no source number ${no}`);
    return name;
  }

  row(before: StoredTick): StoredTick {
    const column = this.#column;
    const flags = column('flags').byte();
    const t = before.t + column('time').unsigned();
    const price = before.price + column('price').signed();
    const tSource = t - (before.t - before.tSource) - column('lag').signed();
    const sources = column('sources').unsigned();
    const mad = column('mad').unsigned();
    const recorded = this.#recorded(t, before);
    return { t, tSource, price, flags, sources, mad, said: this.#said(tSource), recorded };
  }

  #recorded(t: number, before: StoredTick): StoredTick['recorded'] {
    const coded = this.#column('rows').unsigned();
    if (coded === 0) return null;
    const zigzag = coded - 1;
    const step = zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
    const ts = (before.recorded?.ts ?? 0) + (t - before.t) + this.#column('stamps').signed();
    return { row: (before.recorded?.row ?? 0) + 1 + step, ts };
  }

  #said(tSource: number): StoredTick['said'] {
    const said = this.#column('said').unsigned();
    if (said === SAID_NOTHING) return null;
    return said === SAID_LIST ? this.#quotes.read(tSource) : this.#sourceName(said - SAID_LONE);
  }

  run(): readonly number[] {
    const length = this.#column('runs').unsigned();
    if (length === 0) return [];
    const moves = this.#column('moves');
    const mode = moves.byte();
    return Array.from({ length }, () => (mode === LISTED ? moves.signed() : mode === STEADY ? STEADY_MS : 0));
  }
}

function take<T>(columns: ReadonlyMap<Column, T>, name: Column): T {
  const column = columns.get(name);
  if (column === undefined) throw new Error(`no column ${name}`);
  return column;
}
