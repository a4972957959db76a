import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isTickDay, parseHours } from '#domain/prices/ticks/tick-hours.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { toHex } from '#domain/proofs/hash.ts';
import { priceToText, toIso } from '#protocol/codecs.ts';
import type { TICKS, TicksWire } from '#protocol/tables/ticks.ts';
import type { Call, Handlers, Reply } from '#server/routing/call.ts';
import { csvForm, type CsvForm } from '#server/routing/csv.ts';
import type { BaseParts } from '#server/subject.ts';
import { dayStartOf, ticksOfDay } from './index.ts';

const deflate = promisify(gzip);
const CSV_HEAD = ['seq', 'time', 'price', 'sources', 'spread', 'source_time', 'flags', 'head'];

export type TickParts = Pick<BaseParts, 'db' | 'config' | 'clock' | 'pairCache'>;

/** Tick history: what was taken in, hour by hour, as a file with its checksum. */
export function ticksRoutes(parts: TickParts): Handlers<typeof TICKS> {
  return { history: (call) => history(parts, call) };
}

async function history(parts: TickParts, call: Call<typeof TICKS.history>): Promise<Reply> {
  const { query } = call;
  const hours = parseHours(query.hours);
  const dayStart = dayStartOf(query);
  if (hours === null) return { refusal: { code: 'InvalidRequest', fields: { hours: 'malformed' } } };
  if (dayStart === null) return { refusal: { code: 'InvalidRequest', fields: { day: 'malformed' } } };
  if (!isTickDay(dayStart, parts.clock.now())) return { refusal: { code: 'TickRange' } };
  const found = await parts.pairCache.find(query.pair);
  if (found === null || found.pair.group !== query.market) return { refusal: { code: 'NotFound' } };
  const { pair, kind } = found;
  const from = { db: parts.db, dataDir: parts.config.dataDir, now: parts.clock.now() };
  const file = new TickFile(pair.scale, csvForm(query.spreadsheet));
  const shown: TicksWire['hours'] = [];
  for await (const { hour, state, root, ticks } of ticksOfDay(from, { pair, kind, dayStart, hours })) {
    file.add(ticks);
    shown.push({ hour, state, count: ticks.length, root });
  }
  if (call.wantsCsv) return fileOf(file, call);
  const { bytes, sha256 } = file.sum();
  const json: TicksWire = {
    pair: pair.id,
    market: pair.group,
    feed: kind,
    hours: shown,
    count: file.count,
    ...file.range(),
    bytes,
    sha256,
    items: file.newest(query.limit ?? Number.MAX_SAFE_INTEGER),
  };
  return { status: 200, json };
}

async function fileOf(file: TickFile, { query }: Call<typeof TICKS.history>): Promise<Reply> {
  const { pair, year, month, day, hours } = query;
  const two = (part: number) => String(part).padStart(2, '0');
  const name = `${pair}-${year}-${two(month)}-${two(day)}-h${hours.replaceAll(',', '_')}.csv`;
  const text = file.bytes();
  const packed = query.gz === undefined ? text : await deflate(text);
  return {
    bytes: packed,
    type: query.gz === undefined ? 'text/csv; charset=utf-8' : 'application/gzip',
    fileName: query.gz === undefined ? name : `${name}.gz`,
    headers: { 'x-checksum-sha256': createHash('sha256').update(packed).digest('hex') },
  };
}

/** Ticks as they are gathered: a CSV, and what is said about it. */
class TickFile {
  readonly #scale: number;
  readonly #form: CsvForm;
  readonly #parts: Buffer[];
  readonly #ticks: Tick[] = [];
  #high = Number.NEGATIVE_INFINITY;
  #low = Number.POSITIVE_INFINITY;

  constructor(scale: number, form: CsvForm) {
    this.#scale = scale;
    this.#form = form;
    this.#parts = [Buffer.from(`${form.mark}${CSV_HEAD.join(form.separator)}\r\n`)];
  }

  get count(): number {
    return this.#ticks.length;
  }

  add(ticks: readonly Tick[]): void {
    const { separator, decimal } = this.#form;
    const lines = ticks.map((tick) => {
      const wire = this.#wire(tick);
      const [price, spread] = [wire.price, wire.spread].map((number) => number.replace('.', decimal));
      return `${Object.values({ ...wire, price, spread }).join(separator)}\r\n`;
    });
    this.#parts.push(Buffer.from(lines.join('')));
    for (const tick of ticks) {
      this.#ticks.push(tick);
      this.#high = Math.max(this.#high, tick.price);
      this.#low = Math.min(this.#low, tick.price);
    }
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }

  sum(): { readonly bytes: number; readonly sha256: string } {
    const hash = createHash('sha256');
    for (const part of this.#parts) hash.update(part);
    return { bytes: this.#parts.reduce((sum, part) => sum + part.length, 0), sha256: hash.digest('hex') };
  }

  range(): { readonly high: string | null; readonly low: string | null } {
    if (this.count === 0) return { high: null, low: null };
    return { high: priceToText(this.#high, this.#scale), low: priceToText(this.#low, this.#scale) };
  }

  /** Newest last. */
  newest(limit: number): TicksWire['items'] {
    return this.#ticks.slice(-limit).map((tick) => this.#wire(tick));
  }

  /** In the order of the columns of the CSV. */
  #wire(tick: Tick): TicksWire['items'][number] {
    return {
      seq: tick.seq,
      time: toIso(tick.t),
      price: priceToText(tick.price, this.#scale),
      sources: tick.sources,
      spread: priceToText(tick.mad, this.#scale),
      sourceTime: toIso(tick.tSource),
      flags: tick.flags,
      head: toHex(tick.head),
    };
  }
}
