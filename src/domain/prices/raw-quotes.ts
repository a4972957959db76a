import { canonicalJson } from '../proofs/canonical.ts';
import { utf8, type Sha256 } from '../proofs/hash.ts';
import { priceToText } from './price-text.ts';

/** One entry of the committed list (docs/receipts.md 3.1): `price` decimal text as the source stated it, `t` whole ms. */
export interface RawQuote {
  readonly src: string;
  readonly price: string;
  readonly t: number;
  readonly id: string | null;
}

/** The list of a tick with one source is not stored: it follows from the tick. */
export function loneQuote(
  src: string,
  tick: { readonly price: number; readonly tSource: number; readonly scale: number },
): RawQuote {
  return { src, price: priceToText(tick.price, tick.scale), t: tick.tSource, id: null };
}

/** SHA-256 of the JCS list. A heartbeat states no price: its list is empty. */
export function hashQuotes(sha256: Sha256, quotes: readonly RawQuote[]): Uint8Array {
  return sha256(utf8(quotesText(quotes)));
}

/** The JCS list itself. */
export function quotesText(quotes: readonly RawQuote[]): string {
  return canonicalJson(quotes.map(({ src, price, t, id }) => ({ src, price, t, id })));
}
