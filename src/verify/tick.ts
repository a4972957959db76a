import { joined, toHex, utf8 } from './crypto/bytes.ts';
import type { Hash } from './crypto/merkle.ts';

export const RECORD_BYTES = 76;

/** Bits of `flags` (docs/receipts.md 3.1). */
export const FLAG = { gap: 1, open: 2, close: 4, heartbeat: 8, resumed: 16, break: 32 } as const;
/** The sources were away before such a tick, or their prices cannot be compared with those before. */
export const AWAY = FLAG.gap | FLAG.resumed | FLAG.break;
const KNOWN_FLAGS = 63;

/** A tick record read back. Times in whole ms; `price` in 10^-scale. */
export interface TickRecord {
  readonly stream: number;
  readonly seq: number;
  readonly t: number;
  readonly tSource: number;
  readonly price: bigint;
  readonly flags: number;
  readonly sources: number;
  readonly mad: number;
  readonly quotesHash: string;
}

/** Null: not 76 bytes of version 1 with known flags and times of whole milliseconds. */
export function readRecord(bytes: Uint8Array): TickRecord | null {
  if (bytes.length !== RECORD_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint8(1);
  const [seq, t, tSource] = [view.getBigUint64(8), view.getBigUint64(16), view.getBigUint64(24)];
  if (view.getUint8(0) !== 1 || (flags & ~KNOWN_FLAGS) !== 0) return null;
  if (t % 1_000n !== 0n || tSource % 1_000n !== 0n) return null;
  if (seq < 1n || seq > BigInt(Number.MAX_SAFE_INTEGER) || t / 1_000n > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return {
    stream: view.getUint32(4),
    seq: Number(seq),
    t: Number(t / 1_000n),
    tSource: Number(tSource / 1_000n),
    price: view.getBigInt64(32),
    flags,
    sources: view.getUint16(2),
    mad: view.getUint32(40),
    quotesHash: toHex(bytes.subarray(44)),
  };
}

/** The 76 bytes of a tick. */
export function writeRecord(tick: Omit<TickRecord, 'quotesHash'>, quotesHash: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(RECORD_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 1);
  view.setUint8(1, tick.flags);
  view.setUint16(2, Math.min(tick.sources, 0xffff));
  view.setUint32(4, tick.stream);
  view.setBigUint64(8, BigInt(tick.seq));
  view.setBigUint64(16, BigInt(tick.t) * 1_000n);
  view.setBigUint64(24, BigInt(tick.tSource) * 1_000n);
  view.setBigInt64(32, tick.price);
  view.setUint32(40, Math.min(tick.mad, 0xffff_ffff));
  bytes.set(quotesHash, 44);
  return bytes;
}

/** h_0 of a stream; `t0` in ms. */
export function genesisHead(
  hash: Hash,
  stream: { readonly no: number; readonly t0: number; readonly name: string },
): Uint8Array {
  const numbers = new Uint8Array(12);
  const view = new DataView(numbers.buffer);
  view.setUint32(0, stream.no);
  view.setBigUint64(4, BigInt(stream.t0) * 1_000n);
  return hash(joined(utf8('ticklog/v1/genesis\0'), numbers, utf8(stream.name)));
}

/** h_i from h_{i-1}. */
export function nextHead(hash: Hash, head: Uint8Array, record: Uint8Array): Uint8Array {
  return hash(joined(Uint8Array.of(2), head, record));
}
