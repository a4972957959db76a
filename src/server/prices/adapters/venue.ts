import { plainText } from './decimal.ts';

/** A price as a venue states it. */
export interface VenueQuote {
  /** The venue's name of the pair. */
  readonly symbol: string;
  /** Plain decimal text. */
  readonly price: string;
  /** The venue's own time, whole ms. */
  readonly tVenue: number | null;
  /** Unique among the venue's messages of this symbol; null: a repeat cannot be told. */
  readonly id: string | null;
}

/** What one message says. */
export interface Reading {
  readonly quotes: readonly VenueQuote[];
  /** The venue's own time of the message, where its prices do not state it. */
  readonly t?: number | null;
  /** The venue refuses what we asked: for the log. */
  readonly refusal?: string;
}

/** How to talk to a venue. */
export interface Venue {
  readonly name: string;
  readonly url: string;
  /** Messages to send on each new connection. */
  subscribe(symbols: readonly string[]): readonly unknown[];
  /** Application ping, where the venue wants or answers one; `text` is sent as it is. */
  readonly ping: { readonly everyMs: number; readonly text: string } | null;
  /** A connection without any message for so long is cut and made anew, ms. */
  readonly silentAfterMs: number;
  /** Reads one message. null: nothing that the venue sends. */
  read(message: unknown): Reading | null;
}

/** Any message that is right but states no price. */
export const NO_PRICE: Reading = { quotes: [] };

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON object; null for anything else. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text, or a JSON number as plain decimal text; null for anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? plainText(value) : null;
}

/** Whole ms out of ms as a number or text; null for anything else. */
export function msOf(value: unknown): number | null {
  const ms = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof ms === 'number' && Number.isFinite(ms) ? Math.floor(ms) : null;
}

/** Whole ms out of an RFC 3339 text; null for anything else. */
export function msOfText(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? null : Math.floor(ms);
}

/** A quote, if its parts are there: a symbol and a price above zero. */
export function quotesOf(
  symbol: unknown,
  price: string | null,
  stated: { readonly tVenue: number | null; readonly id: string | null },
): readonly VenueQuote[] {
  if (typeof symbol !== 'string' || price === null || !/^\d+(?:\.\d+)?$/.test(price) || Number(price) <= 0) return [];
  return [{ symbol, price, ...stated }];
}
