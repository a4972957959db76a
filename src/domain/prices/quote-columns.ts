import { utf8 } from '../proofs/hash.ts';
import type { RawQuote } from './raw-quotes.ts';
import type { ByteReader, ByteWriter } from './ticks/varint.ts';

/** Forms of a quote in its column: unchanged since the source's last, literal text, else the number of decimals. */
const SAME = 254;
const LITERAL = 255;
const DECIMALS_MAX = 14;
/** Forms of an id. */
const NO_ID = 0;
const NUMBER_ID = 1;
const TEXT_ID = 2;

const PLAIN = /^(0|[1-9]\d*)(?:\.(\d+))?$/;
const WHOLE = /^(0|[1-9]\d*)$/;
/** Below 2^52, so that a signed difference still fits. */
const DIGITS_MAX = 15;

interface LastSaid {
  quote: RawQuote;
  decimals: number;
  mantissa: number;
  idNumber: number;
}

type Memory = Map<string, LastSaid>;

/** Writes the quotes of successive ticks as differences to what each source said before. */
export class QuoteWriter {
  readonly #forms: ByteWriter;
  readonly #numbers: ByteWriter;
  readonly #sourceNo: (source: string) => number;
  readonly #memory: Memory = new Map();

  constructor(columns: {
    readonly forms: ByteWriter;
    readonly numbers: ByteWriter;
    readonly sourceNo: (source: string) => number;
  }) {
    this.#forms = columns.forms;
    this.#numbers = columns.numbers;
    this.#sourceNo = columns.sourceNo;
  }

  write(quotes: readonly RawQuote[], tSource: number): void {
    this.#forms.unsigned(quotes.length);
    for (const quote of quotes) this.#writeOne(quote, tSource);
  }

  #writeOne(quote: RawQuote, tSource: number): void {
    this.#forms.unsigned(this.#sourceNo(quote.src));
    const last = this.#memory.get(quote.src);
    if (last !== undefined && sameQuote(last.quote, quote)) return this.#forms.byte(SAME);
    const price = splitDecimal(quote.price);
    if (price === null) {
      this.#forms.byte(LITERAL);
      writeText(this.#numbers, quote.price);
    } else {
      this.#forms.byte(price.decimals);
      this.#numbers.signed(price.mantissa - (last?.decimals === price.decimals ? last.mantissa : 0));
    }
    this.#numbers.signed(tSource - quote.t);
    const idNumber = this.#writeId(quote.id, last?.idNumber ?? 0);
    this.#memory.set(quote.src, { quote, decimals: price?.decimals ?? -1, mantissa: price?.mantissa ?? 0, idNumber });
  }

  #writeId(id: string | null, last: number): number {
    if (id === null) {
      this.#forms.byte(NO_ID);
      return last;
    }
    if (WHOLE.test(id) && id.length <= DIGITS_MAX) {
      this.#forms.byte(NUMBER_ID);
      this.#numbers.signed(Number(id) - last);
      return Number(id);
    }
    this.#forms.byte(TEXT_ID);
    writeText(this.#numbers, id);
    return last;
  }
}

/** Reads what QuoteWriter wrote. */
export class QuoteReader {
  readonly #forms: ByteReader;
  readonly #numbers: ByteReader;
  readonly #sourceName: (no: number) => string;
  readonly #memory: Memory = new Map();

  constructor(columns: {
    readonly forms: ByteReader;
    readonly numbers: ByteReader;
    readonly sourceName: (no: number) => string;
  }) {
    this.#forms = columns.forms;
    this.#numbers = columns.numbers;
    this.#sourceName = columns.sourceName;
  }

  read(tSource: number): readonly RawQuote[] {
    const count = this.#forms.unsigned();
    const quotes: RawQuote[] = [];
    for (let i = 0; i < count; i++) quotes.push(this.#readOne(tSource));
    return quotes;
  }

  #readOne(tSource: number): RawQuote {
    const src = this.#sourceName(this.#forms.unsigned());
    const last = this.#memory.get(src);
    const form = this.#forms.byte();
    if (form === SAME) {
      if (last === undefined) throw new Error(`nothing to repeat from ${src}`);
      return last.quote;
    }
    const decimals = form === LITERAL ? -1 : form;
    const mantissa = form === LITERAL ? 0 : this.#numbers.signed() + (last?.decimals === decimals ? last.mantissa : 0);
    const price = form === LITERAL ? readText(this.#numbers) : joinDecimal(mantissa, decimals);
    const t = tSource - this.#numbers.signed();
    const { id, idNumber } = this.#readId(last?.idNumber ?? 0);
    const quote = { src, price, t, id };
    this.#memory.set(src, { quote, decimals, mantissa, idNumber });
    return quote;
  }

  #readId(last: number): { id: string | null; idNumber: number } {
    const form = this.#forms.byte();
    if (form === NO_ID) return { id: null, idNumber: last };
    if (form === TEXT_ID) return { id: readText(this.#numbers), idNumber: last };
    const idNumber = last + this.#numbers.signed();
    return { id: String(idNumber), idNumber };
  }
}

function sameQuote(a: RawQuote, b: RawQuote): boolean {
  return a.price === b.price && a.t === b.t && a.id === b.id;
}

function splitDecimal(text: string): { mantissa: number; decimals: number } | null {
  const match = PLAIN.exec(text);
  if (match === null) return null;
  const decimals = match[2]?.length ?? 0;
  const digits = `${match[1]}${match[2] ?? ''}`;
  return decimals > DECIMALS_MAX || digits.length > DIGITS_MAX ? null : { mantissa: Number(digits), decimals };
}

function joinDecimal(mantissa: number, decimals: number): string {
  const digits = String(mantissa).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export function writeText(out: ByteWriter, text: string): void {
  const bytes = utf8(text);
  out.unsigned(bytes.length);
  out.raw(bytes);
}

/** Text of well-formed UTF-8. */
export function readText(read: ByteReader): string {
  const bytes = read.raw(read.unsigned());
  let text = '';
  for (let i = 0; i < bytes.length;) {
    const first = bytes[i] ?? 0;
    const more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    let code = more === 0 ? first : first & (0x3f >> more);
    for (let k = 1; k <= more; k++) code = (code << 6) | ((bytes[i + k] ?? 0) & 0x3f);
    text += String.fromCodePoint(code);
    i += more + 1;
  }
  return text;
}
