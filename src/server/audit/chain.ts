import { createHash } from 'node:crypto';

/** What the hash of a row is made of. */
export interface ChainedRow {
  readonly seq: bigint;
  /** ms since 1970. */
  readonly t: number;
  readonly body: Buffer;
}

/** Before the first row. */
export const GENESIS = Buffer.alloc(32);

const PREFIX = Buffer.from('audit/v1\0', 'latin1');

/** `SHA256("audit/v1\0" || seq u64 || t u64 || prev || SHA256(body))`, big-endian (docs/rules/proofs.md#audit-log). */
export function rowHash(row: ChainedRow, prev: Buffer): Buffer {
  const numbers = Buffer.alloc(16);
  numbers.writeBigUInt64BE(row.seq, 0);
  numbers.writeBigUInt64BE(BigInt(row.t), 8);
  const body = createHash('sha256').update(row.body).digest();
  return createHash('sha256').update(PREFIX).update(numbers).update(prev).update(body).digest();
}
