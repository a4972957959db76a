import type { PriceBar } from './bars.ts';
import { ByteReader, ByteWriter } from './ticks/varint.ts';

/** Ascending bars of one span -> bytes: steps of time, then open against the last close, and the rest against open. */
export function encodeBars(bars: readonly PriceBar[], spanMs: number): Uint8Array {
  const out = new ByteWriter();
  out.unsigned(spanMs);
  out.unsigned(bars.length);
  let time = 0;
  let close = 0;
  for (const bar of bars) {
    out.unsigned(bar.time / spanMs - time);
    out.signed(bar.open - close);
    out.unsigned(bar.high - bar.open);
    out.unsigned(bar.open - bar.low);
    out.signed(bar.close - bar.open);
    time = bar.time / spanMs;
    close = bar.close;
  }
  return out.bytes();
}

export function decodeBarBytes(bytes: Uint8Array): PriceBar[] {
  const read = new ByteReader(bytes);
  const spanMs = read.unsigned();
  const count = read.unsigned();
  const bars: PriceBar[] = [];
  let time = 0;
  let close = 0;
  for (let i = 0; i < count; i++) {
    time += read.unsigned();
    const open = close + read.signed();
    const high = open + read.unsigned();
    const low = open - read.unsigned();
    close = open + read.signed();
    bars.push({ time: time * spanMs, open, high, low, close });
  }
  return bars;
}
