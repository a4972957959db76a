import { z } from 'zod';
import { toDecimal, usdt, USDT_SCALE, type Usdt } from '#domain/money.ts';

/** Money as a JSON number; its exact twin is `moneyText`. */
export const money = z.number();
export const moneyText = z.string().regex(/^-?\d+\.\d+$/);
export const isoTime = z.iso.datetime({ precision: 3 });

/** The two wire forms of an amount: `{ stake, stakeStr }`. The text is exact; the number is for show. */
export function moneyPair<const N extends string>(
  name: N,
  amount: Usdt,
): { [K in N]: number } & { [K in `${N}Str`]: string } {
  const text = moneyWords(amount);
  return { [name]: Number(text), [`${name}Str`]: text } as { [K in N]: number } & { [K in `${N}Str`]: string };
}

/** An amount as the wire's text. */
export function moneyWords(amount: Usdt): string {
  return trimMoney(toDecimal(amount));
}

/** At least two decimals, no more than the amount has: `"10.000000"` -> `"10.00"`. */
export function trimMoney(text: string): string {
  return text.replace(/(\.\d\d\d*?)0+$/, '$1');
}

/** Text, or a number that prints as a plain decimal: no sign, exponent, separator or leading zero. */
const DECIMAL = /^(0|[1-9]\d{0,11})(?:\.(\d+))?$/;

/**
 * Reads a decimal as people send it, in 10^-digits. Zeros at its end are no decimals: `0.9990` has three. What it is not: `malformed`; with
 * more decimals than count: `decimals`.
 */
export function readUnits(value: string | number, digits: number): bigint | 'malformed' | 'decimals' {
  const [, whole, decimals = ''] = DECIMAL.exec(String(value)) ?? [];
  if (whole === undefined) return 'malformed';
  const kept = decimals.replace(/0+$/, '');
  return kept.length > digits ? 'decimals' : BigInt(whole + kept.padEnd(digits, '0'));
}

/** The same of an amount of at most so many decimals, in 10^-6. */
export function readDecimal(value: string | number, maxDigits: number): Usdt | 'malformed' | 'decimals' {
  const read = readUnits(value, maxDigits);
  return typeof read === 'bigint' ? usdt(read * 10n ** BigInt(USDT_SCALE - maxDigits)) : read;
}

/** The same where it does not matter why there is none: null. */
export function parseMoney(value: string | number, maxDigits: number): Usdt | null {
  const read = readDecimal(value, maxDigits);
  return typeof read === 'bigint' ? read : null;
}

/** A price integer of 10^-scale as a JSON number. */
export function priceToNumber(price: number, scale: number): number {
  return Number(priceToText(price, scale));
}

/** A price integer of 10^-scale as decimal text with all its digits: (6421840, 2) -> `"64218.40"`. */
export function priceToText(price: number, scale: number): string {
  const digits = Math.abs(price)
    .toString()
    .padStart(scale + 1, '0');
  const sign = price < 0 ? '-' : '';
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

let last = { ms: 0, text: '1970-01-01T00:00:00.000Z' };

/** Unix ms -> ISO 8601 UTC with milliseconds. The last one is kept: what a batch admits has one time. */
export function toIso(ms: number): string {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() };
  return last.text;
}

export function toIsoOrNull(ms: number | null): string | null {
  return ms === null ? null : toIso(ms);
}

/** The moment of an `isoTime`, ms; null: none was given. */
export function toMsOrNull(text: string | undefined): number | null {
  return text === undefined ? null : Date.parse(text);
}

/** A payout fraction of the wire as basis points; null when it is not a whole number of them. */
export function payoutToBps(fraction: number): number | null {
  const bps = Math.round(fraction * 10_000);
  return Math.abs(fraction * 10_000 - bps) < 1e-6 ? bps : null;
}

/** 3 March 1973 in ms. A number below it is a count of seconds, not of milliseconds. */
const FIRST_MS = 100_000_000_000;
/** The last of the year 9999. A number above it is a count of microseconds. */
const LAST_MS = 253_402_300_799_999;

const isoWithZone = z.iso.datetime({ offset: true });

/**
 * A moment in a query: whole Unix ms, or ISO 8601 with its zone (`Z` or `+02:00`). Becomes ms. A time without a zone and a day alone are
 * refused: they begin at another moment for everybody (docs/decisions/0119).
 */
export const instant = z
  .string()
  .max(40)
  .transform((text, ctx) => {
    if (isoWithZone.safeParse(text).success) return Date.parse(text);
    const ms = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (ms >= FIRST_MS) return ms;
    if (Number.isNaN(ms)) ctx.addIssue({ code: 'custom', message: 'Unix ms, or ISO 8601 with a zone' });
    else ctx.addIssue({ code: 'too_small', origin: 'number', minimum: FIRST_MS, input: ms });
    return z.NEVER;
  })
  .pipe(z.int().min(0).max(LAST_MS))
  // What is sent, in place of what becomes of it.
  .meta({
    type: undefined,
    minimum: undefined,
    maximum: undefined,
    anyOf: [
      { type: 'integer', minimum: FIRST_MS, maximum: LAST_MS },
      { type: 'string', format: 'date-time' },
    ],
  });

const MOMENT = 'Unix ms, or ISO 8601 with a zone.';

/** The two bounds of a list in time, half-open; `what` is told of a row. */
export function spanOf(what: string) {
  return {
    from: instant.optional().describe(`${what} at this moment or after it. ${MOMENT}`),
    to: instant.optional().describe(`${what} before this moment, which is after \`from\`. ${MOMENT}`),
  };
}

/** Of a query with a span: one that ends before it begins, or at once, is refused, as no row can be in it. */
export function refuseEmptySpan(query: {
  readonly value: { readonly from?: number | undefined; readonly to?: number | undefined };
  issues: z.core.$ZodRawIssue[];
}): void {
  const { from, to } = query.value;
  if (from === undefined || to === undefined || from < to) return;
  query.issues.push({ code: 'too_small', origin: 'number', minimum: from, inclusive: false, path: ['to'], input: to });
}

/** Of a request to place something: whoever is held up on the way can say how long it is wanted. */
export const validUntil = isoTime
  .describe('Until when the request may be decided. Later it is refused with `RequestExpired`, and nothing is done.')
  .optional();

/** A whole number in a query, written plainly. */
export function queryInt(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
}

/** Rows of a page; `usual` where it is not said. */
export function pageSize(most: number, usual: number) {
  return queryInt(1, most).describe(`Most rows of the page, or of the CSV; ${usual} unless said, all of a CSV.`);
}

/** A part of an id or of a pair in a list; `of`: whose id. */
export function searchText(of = 'the row') {
  return z.string().min(1).max(100).describe(`Beginning or end of the id of ${of}, or a part of its pair.`);
}

/** How a CSV is written that a spreadsheet opens; left out: as programs read it. */
export const spreadsheet = z
  .enum(['point', 'comma'])
  .describe(
    'Of CSV: it begins with the mark of UTF-8 (BOM), for a spreadsheet. `point`: commas between the cells, decimals with a point. `comma`: semicolons, decimals with a comma. Left out: as `point`, without the mark.',
  );
export type Spreadsheet = z.infer<typeof spreadsheet>;

export const pairText = z.string().min(1).max(20).describe('Id of a pair: `BTC-USD`.');

/** The id in a path. */
export function pathId(of: string) {
  return z.strictObject({ id: z.string().min(1).max(100).describe(`Id of ${of}.`) });
}

/** Id of a row or of a market, as answers give it: a UUID in lower case. */
export const ROW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const rowId = z.string().regex(ROW_ID);

/** Is a text of outside an id as we write them? A column of ids takes nothing else. */
export function isRowId(text: string): boolean {
  return ROW_ID.test(text);
}

/** `{ items, nextCursor }`. */
export function page<T extends z.ZodType>(item: T) {
  return z.strictObject({ items: z.array(item), nextCursor: z.string().nullable() });
}
