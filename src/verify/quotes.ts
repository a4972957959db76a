import { toHex } from './crypto/bytes.ts';
import { quotesHash, saidIn } from './columns.ts';
import type { Quote } from './columns.ts';
import { Fault, must } from './codes.ts';
import type { Receipt, Segment } from './documents.ts';
import type { Hash } from './crypto/merkle.ts';
import { bytesOf } from './crypto/signatures.ts';
import { readRecord } from './tick.ts';

export type { Quote } from './columns.ts';

/** Name of the published file (docs/receipts.md 7) that holds a tick; null while the record of its hour is not in the receipt. */
export function fileOf(receipt: Receipt, seq: number): { readonly name: string; readonly header: Segment } | null {
  const header = receipt.segments.find(({ first_seq: first, last_seq: last }) => first <= seq && seq <= last);
  return header === undefined ? null : { name: `segments/${header.pair_id}/${header.first_seq}.ticks`, header };
}

/**
 * What the sources said at a tick of the receipt: the file is the one that the signed hour names, and the quotes give
 * the hash in the record of the tick. None at a heartbeat. `raw`: the file; `inflated`: what is in it. Throws the fault that it finds.
 */
export function quotesAt(
  hash: Hash,
  file: { readonly header: Segment; readonly raw: Uint8Array; readonly inflated: Uint8Array },
  rec: Receipt['ticks'][number]['rec'],
): readonly Quote[] {
  const { header } = file;
  const record = readRecord(bytesOf(rec));
  must(record !== null, 'TICK_RECORD', 'the record is none of version 1');
  must(toHex(hash(file.raw)) === header.file_sha256, 'SEGMENT_FILE', 'the file is not the one of its header');
  const of = { stream: header.pair_id, firstSeq: header.first_seq, scale: header.scale };
  for (const { tick, said } of saidIn(file.inflated, of)) {
    if (tick.seq !== record.seq) continue;
    must(toHex(quotesHash(hash, said)) === record.quotesHash, 'SEGMENT_FILE', 'the quotes are not those of the record');
    return said;
  }
  throw new Fault('SEGMENT_FILE', `the file holds no tick ${record.seq}`);
}
