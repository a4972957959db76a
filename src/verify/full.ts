import { toHex } from './crypto/bytes.ts';
import { recordsOf } from './columns.ts';
import { must } from './codes.ts';
import type { Receipt, Segment } from './documents.ts';
import { leafHash, treeRoot } from './crypto/merkle.ts';
import { bytesOf } from './crypto/signatures.ts';
import { FLAG, nextHead, readRecord } from './tick.ts';
import type { Primitives } from './crypto/signatures.ts';

/** A segment file with what it is made of. */
export interface RawSegment {
  readonly header: Segment;
  /** As published: deflated. */
  readonly file: Uint8Array;
}

/**
 * Replays whole segments (`--full`): the file is the one in the header, its records give the root and the head, the
 * head at k_adm is h_adm, and no tick between the admission and the end carries a break. Returns how many ticks were
 * replayed. Throws the fault that it finds.
 */
export function replaySegments(
  receipt: Receipt,
  segments: readonly RawSegment[],
  tools: { readonly sha256: Primitives['sha256']; readonly inflate: (bytes: Uint8Array) => Uint8Array },
): number {
  const { admission } = receipt;
  let replayed = 0;
  let foundHead = admission.k_adm === 0;
  for (const { header, file } of segments) {
    must(header.pair_id === admission.pair_id, 'SEGMENT_FILE', 'the segment is of another pair');
    must(toHex(tools.sha256(file)) === header.file_sha256, 'SEGMENT_FILE', 'the file is not the one of its header');
    const records = readFile(header, file, tools);
    replayed += records.length;
    const leaves = records.map((record) => leafHash(tools.sha256, record));
    must(records.length === header.count, 'SEGMENT_FILE', 'the file holds another number of ticks');
    must(toHex(treeRoot(tools.sha256, leaves)) === header.root, 'SEGMENT_FILE', 'the ticks do not give the root');
    let head = bytesOf(header.head_before);
    if (admission.k_adm === header.first_seq - 1) foundHead = sameHead(head, admission.h_adm);
    for (const [i, record] of records.entries()) {
      head = nextHead(tools.sha256, head, record);
      if (header.first_seq + i === admission.k_adm) foundHead = sameHead(head, admission.h_adm);
    }
    must(toHex(head) === header.head_after, 'CHAIN', 'the ticks do not give the head of the segment');
    checkBreaks(receipt, records);
  }
  must(foundHead, 'ADMISSION_HEAD', `no file given holds the tick ${admission.k_adm} of the admission`);
  return replayed;
}

function readFile(
  header: Segment,
  file: Uint8Array,
  tools: { readonly sha256: Primitives['sha256']; readonly inflate: (bytes: Uint8Array) => Uint8Array },
): readonly Uint8Array[] {
  const of = { stream: header.pair_id, firstSeq: header.first_seq, scale: header.scale };
  try {
    return recordsOf(tools.sha256, tools.inflate(file), of);
  } catch (error) {
    must(false, 'SEGMENT_FILE', `the file cannot be read: ${error instanceof Error ? error.message : ''}`);
  }
}

function sameHead(head: Uint8Array, wanted: string): true {
  must(toHex(head) === wanted, 'ADMISSION_HEAD', 'the chain had another head when the prediction was admitted');
  return true;
}

/** Prices before and after a break cannot be compared: what is settled has none between admission and x+1. */
function checkBreaks(receipt: Receipt, records: readonly Uint8Array[]): void {
  const { result, admission } = receipt;
  if (result === null || result.outcome === 'VOID' || result.exit_seq === null) return;
  const last = result.exit_seq + 1;
  const broken = records.some((bytes) => {
    const tick = readRecord(bytes);
    return tick !== null && tick.seq > admission.k_adm && tick.seq <= last && (tick.flags & FLAG.break) !== 0;
  });
  must(!broken, 'BREAK_BETWEEN', 'the prices between admission and end are broken');
}
