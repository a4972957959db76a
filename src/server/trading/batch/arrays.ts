/**
 * Arrays of PostgreSQL for whole columns of a batch. The driver's own array encoding looks at each element twice. Numbers and known
 * words go as a literal, for which joining is enough; text, bytes and ids go in the binary form, which neither side reads letter by letter.
 */
export type Cell = number | bigint | string | Buffer | null;

/** Numbers, words without quotes, spaces or commas; null becomes NULL. */
export function plainArray(cells: readonly (number | bigint | string | null)[]): string {
  return `{${cells.map((cell) => cell ?? 'NULL').join(',')}}`;
}

/** Bytes, also as hex, or null. */
export function bytesArray(cells: readonly (Uint8Array | string | null)[]): Buffer {
  return binaryArray(
    OID.bytea,
    cells.map((cell) => (typeof cell === 'string' ? Buffer.from(cell, 'hex') : cell)),
  );
}

/** Text of any content. */
export function textArray(cells: readonly string[]): Buffer {
  return binaryArray(OID.text, cells);
}

/** Ids as 36 characters. Throws on one that is none. */
export function uuidArray(cells: readonly string[]): Buffer {
  // All of them at once: a buffer for each is what most of the time went to.
  const bytes = Buffer.from(cells.join('').replaceAll('-', ''), 'hex');
  const isId = (cell: string) => cell.length === UUID_TEXT;
  if (!cells.every(isId) || bytes.length !== cells.length * UUID_BYTES) throw new Error('not an id of 16 bytes');
  return binaryArray(
    OID.uuid,
    cells.map((_, index) => bytes.subarray(index * UUID_BYTES, (index + 1) * UUID_BYTES)),
  );
}

/** Numbers of types in pg_type. */
const OID = { bytea: 17, text: 25, uuid: 2950 } as const;
const UUID_BYTES = 16;
const UUID_TEXT = 36;
/** Dimensions, whether there are NULLs, type of the elements, length, lower bound: int4 each. */
const HEAD_BYTES = 20;
const EMPTY_HEAD_BYTES = 12;
const NULL_LENGTH = -1;

/** What array_send of PostgreSQL writes and array_recv reads. */
function binaryArray(oid: number, cells: readonly (Uint8Array | string | null)[]): Buffer {
  let size = cells.length === 0 ? EMPTY_HEAD_BYTES : HEAD_BYTES;
  for (const cell of cells) size += 4 + bytesOf(cell);
  const out = Buffer.allocUnsafe(size);
  out.writeInt32BE(cells.length === 0 ? 0 : 1, 0);
  out.writeInt32BE(cells.includes(null) ? 1 : 0, 4);
  out.writeInt32BE(oid, 8);
  if (cells.length === 0) return out;
  out.writeInt32BE(cells.length, 12);
  out.writeInt32BE(1, 16);
  let at = HEAD_BYTES;
  for (const cell of cells) {
    const length = bytesOf(cell);
    out.writeInt32BE(cell === null ? NULL_LENGTH : length, at);
    at += 4;
    if (typeof cell === 'string') out.write(cell, at, 'utf8');
    else if (cell !== null) out.set(cell, at);
    at += length;
  }
  return out;
}

function bytesOf(cell: Uint8Array | string | null): number {
  if (cell === null) return 0;
  return typeof cell === 'string' ? Buffer.byteLength(cell) : cell.length;
}
