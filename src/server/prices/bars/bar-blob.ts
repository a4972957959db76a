import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decodeBarBytes, encodeBars } from '#domain/prices/bar-codec.ts';
import type { PriceBar } from '#domain/prices/bars.ts';
import type { BarBlobRow } from '../store.ts';

/** Bars of one stream and span as a row of the store; null of none. */
export function barBlob(
  bars: readonly PriceBar[],
  of: { readonly stream: number; readonly seconds: 1 | 60; readonly backfill: boolean },
): BarBlobRow | null {
  const first = bars[0];
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return null;
  const spanMs = of.seconds * 1_000;
  const bytes = deflateRawSync(encodeBars(bars, spanMs), { level: 1 });
  return { ...of, startMs: first.time, endMs: last.time + spanMs, bytes };
}

export function decodeBars(bytes: Uint8Array): PriceBar[] {
  return decodeBarBytes(inflateRawSync(bytes));
}
