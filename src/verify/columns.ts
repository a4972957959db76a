import { canonicalText } from './crypto/jcs.ts';
import type { Hash } from './crypto/merkle.ts';
import { priceText } from './facts.ts';
import { FLAG, writeRecord } from './tick.ts';
import type { TickRecord } from './tick.ts';
import { utf8 } from './crypto/bytes.ts';

/** The stored form of an hour of ticks (docs/receipts.md 7): columns of differences, in this order. */
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
const BEAT_MS = 1_000;
const [SAME, LITERAL] = [254, 255] as const;

/** Reads varints: 7 bits a byte, least first. Throws at the end of the bytes. */
class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw new Error('the file ends too early');
    this.#at += 1;
    return value;
  }

  number(): number {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) break;
      scale *= 0x80;
    }
    if (!Number.isSafeInteger(value)) throw new Error('a number in the file is too large');
    return value;
  }

  signed(): number {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  bytes(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new Error('the file ends too early');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  text(): string {
    return new TextDecoder('utf-8', { fatal: true }).decode(this.bytes(this.number()));
  }
}

export interface Quote {
  readonly src: string;
  readonly price: string;
  readonly t: number;
  readonly id: string | null;
}

/** What a source said before: the next is written as a difference to it. */
interface Said {
  readonly quote: Quote;
  readonly decimals: number;
  readonly mantissa: number;
  readonly idNumber: number;
}

type Row = Omit<TickRecord, 'quotesHash' | 'stream' | 'seq' | 'price'> & { readonly price: number };

interface StreamPart {
  readonly stream: number;
  readonly firstSeq: number;
  readonly scale: number;
}

/** A tick of a file with what the sources said at it. */
interface SaidTick {
  readonly tick: Omit<TickRecord, 'quotesHash'>;
  readonly said: readonly Quote[];
}

/** The 76-byte records of an inflated segment file, oldest first. Throws on bytes that are not of this form. */
export function recordsOf(hash: Hash, file: Uint8Array, of: StreamPart): readonly Uint8Array[] {
  return Array.from(saidIn(file, of), ({ tick, said }) => writeRecord(tick, quotesHash(hash, said)));
}

/** What stands in the record of a tick for its quotes. */
export function quotesHash(hash: Hash, said: readonly Quote[]): Uint8Array {
  return hash(utf8(canonicalText(said) ?? ''));
}

/** The ticks of an inflated segment file, oldest first. Throws on bytes that are not of this form. */
export function* saidIn(file: Uint8Array, of: StreamPart): Generator<SaidTick> {
  const read = new Reader(file);
  if (read.number() !== 1) throw new Error('a segment file of another version');
  const count = read.number();
  const names = Array.from({ length: read.number() }, () => read.text());
  const columns = new Map(COLUMNS.map((name) => [name, new Reader(read.bytes(read.number()))]));
  const column = (name: Column) => columns.get(name)!;
  const quotes = new QuoteReader(column, names);
  let made = 0;
  const tickOf = (row: Row) => {
    made += 1;
    return { ...row, price: BigInt(row.price), stream: of.stream, seq: of.firstSeq + made - 1 };
  };
  let row: Row = { t: 0, tSource: 0, price: 0, flags: 0, sources: 0, mad: 0 };
  while (made < count) {
    row = readRow(column, row);
    yield { tick: tickOf(row), said: quotes.said(row, of.scale) };
    for (const move of readRun(column)) {
      row = { ...row, t: row.t + BEAT_MS, tSource: row.tSource + move, flags: FLAG.heartbeat };
      yield { tick: tickOf(row), said: [] };
    }
  }
}

function readRow(column: (name: Column) => Reader, before: Row): Row {
  const flags = column('flags').byte();
  const t = before.t + column('time').number();
  const price = before.price + column('price').signed();
  const tSource = t - (before.t - before.tSource) - column('lag').signed();
  const [sources, mad] = [column('sources').number(), column('mad').number()];
  if (column('rows').number() !== 0) column('stamps').signed();
  return { t, tSource, price, flags, sources, mad };
}

/** By how much the source time moved in each heartbeat of a run, ms. */
function readRun(column: (name: Column) => Reader): readonly number[] {
  const length = column('runs').number();
  if (length === 0) return [];
  const moves = column('moves');
  const mode = moves.byte();
  return Array.from({ length }, () => (mode === 2 ? moves.signed() : mode === 1 ? BEAT_MS : 0));
}

class QuoteReader {
  readonly #column: (name: Column) => Reader;
  readonly #names: readonly string[];
  readonly #last = new Map<string, Said>();

  constructor(column: (name: Column) => Reader, names: readonly string[]) {
    this.#column = column;
    this.#names = names;
  }

  /** 0: nothing, 1: a list, else 2 + number of the lone source. */
  said(row: Row, scale: number): readonly Quote[] {
    const form = this.#column('said').number();
    if (form === 0) return [];
    if (form > 1)
      return [{ src: this.#name(form - 2), price: priceText(BigInt(row.price), scale), t: row.tSource, id: null }];
    return Array.from({ length: this.#column('forms').number() }, () => this.#one(row.tSource));
  }

  #name(no: number): string {
    const name = this.#names[no];
    if (name === undefined) throw new Error('a source without a name');
    return name;
  }

  #one(tSource: number): Quote {
    const [forms, numbers] = [this.#column('forms'), this.#column('numbers')];
    const src = this.#name(forms.number());
    const last = this.#last.get(src);
    const form = forms.byte();
    if (form === SAME) {
      if (last === undefined) throw new Error('nothing to repeat');
      return last.quote;
    }
    const decimals = form === LITERAL ? -1 : form;
    const mantissa = form === LITERAL ? 0 : numbers.signed() + (last?.decimals === decimals ? last.mantissa : 0);
    const price = form === LITERAL ? numbers.text() : priceText(BigInt(mantissa), decimals);
    const t = tSource - numbers.signed();
    const { id, idNumber } = this.#id(last?.idNumber ?? 0);
    const quote = { src, price, t, id };
    this.#last.set(src, { quote, decimals, mantissa, idNumber });
    return quote;
  }

  /** 0: none, 1: a number as a difference, 2: text. */
  #id(last: number): { readonly id: string | null; readonly idNumber: number } {
    const form = this.#column('forms').byte();
    if (form === 0) return { id: null, idNumber: last };
    if (form === 2) return { id: this.#column('numbers').text(), idNumber: last };
    const idNumber = last + this.#column('numbers').signed();
    return { id: String(idNumber), idNumber };
  }
}
