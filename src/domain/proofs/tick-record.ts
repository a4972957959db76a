import { TICK_FLAGS } from '../prices/ticks/tick.ts';
import { HASH_BYTES, utf8, type Sha256 } from './hash.ts';

export const TICK_RECORD_BYTES = 76;
const VERSION = 1;
const MAD_MAX = 0xffff_ffff;
const SOURCES_MAX = 0xffff;
const ALL_FLAGS = Object.values(TICK_FLAGS).reduce((all, bit) => all | bit, 0);

/** The fields of a tick record (docs/receipts.md 3.1). Times are whole ms here, microseconds in the bytes. */
export interface TickFields {
  readonly stream: number;
  readonly seq: number;
  readonly t: number;
  readonly tSource: number;
  readonly price: number;
  readonly flags: number;
  readonly sources: number;
  /** Saturates at 2^32 - 1. */
  readonly mad: number;
  /** SHA-256 of the JCS list of raw quotes, 32 bytes. */
  readonly quotesHash: Uint8Array;
}

/** The 76 bytes that are hashed. Big-endian. */
export function encodeTickRecord(fields: TickFields): Uint8Array {
  const record = new Uint8Array(TICK_RECORD_BYTES);
  const view = new DataView(record.buffer);
  view.setUint8(0, VERSION);
  view.setUint8(1, fields.flags);
  view.setUint16(2, Math.min(fields.sources, SOURCES_MAX));
  view.setUint32(4, fields.stream);
  putInteger(view, 8, fields.seq);
  view.setBigUint64(16, BigInt(fields.t) * 1_000n);
  view.setBigUint64(24, BigInt(fields.tSource) * 1_000n);
  putInteger(view, 32, fields.price);
  view.setUint32(40, Math.min(fields.mad, MAD_MAX));
  record.set(fields.quotesHash, 44);
  return record;
}

/** Reads a record back; null when it is none (length, version, unknown flag, a time that is not whole ms). */
export function decodeTickRecord(record: Uint8Array): TickFields | null {
  if (record.length !== TICK_RECORD_BYTES) return null;
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const flags = view.getUint8(1);
  const t = view.getBigUint64(16);
  const tSource = view.getBigUint64(24);
  if (view.getUint8(0) !== VERSION || (flags & ~ALL_FLAGS) !== 0) return null;
  if (t % 1_000n !== 0n || tSource % 1_000n !== 0n) return null;
  return {
    flags,
    sources: view.getUint16(2),
    stream: view.getUint32(4),
    seq: Number(view.getBigUint64(8)),
    t: Number(t / 1_000n),
    tSource: Number(tSource / 1_000n),
    price: Number(view.getBigInt64(32)),
    mad: view.getUint32(40),
    quotesHash: record.slice(44, TICK_RECORD_BYTES),
  };
}

/** A signed 64-bit write without BigInt, which costs more than the rest of the record. */
function putInteger(view: DataView, offset: number, value: number): void {
  const high = Math.floor(value / 2 ** 32);
  view.setInt32(offset, high);
  view.setUint32(offset + 4, value - high * 2 ** 32);
}

/** h_0 = SHA256("ticklog/v1/genesis\0" || stream u32 || t0 u64 in microseconds || utf8(name)). `t0` is whole ms. */
export function genesisHead(
  sha256: Sha256,
  { stream, t0, name }: { readonly stream: number; readonly t0: number; readonly name: string },
): Uint8Array {
  const tag = utf8('ticklog/v1/genesis\0');
  const label = utf8(name);
  const input = new Uint8Array(tag.length + 12 + label.length);
  const view = new DataView(input.buffer);
  input.set(tag);
  view.setUint32(tag.length, stream);
  view.setBigUint64(tag.length + 4, BigInt(t0) * 1_000n);
  input.set(label, tag.length + 12);
  return sha256(input);
}

/** h_i = SHA256(0x02 || h_{i-1} || rec_i). */
export function nextHead(sha256: Sha256, head: Uint8Array, record: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + HASH_BYTES + TICK_RECORD_BYTES);
  input[0] = 2;
  input.set(head, 1);
  input.set(record, 1 + HASH_BYTES);
  return sha256(input);
}
