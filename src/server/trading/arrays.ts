/**
 * Array literals of PostgreSQL for whole columns of a batch. The driver's own array encoding looks at each element twice;
 * these hold only numbers, ids, bytes and known words, so that joining is enough.
 */
export type Cell = number | bigint | string | null;

/** Numbers, uuids, words without quotes, spaces or commas; null becomes NULL. */
export function plainArray(cells: readonly Cell[]): string {
  return `{${cells.map((cell) => cell ?? 'NULL').join(',')}}`;
}

/** Bytes as hex, or null. */
export function bytesArray(cells: readonly (Uint8Array | string | null)[]): string {
  return `{${cells.map((cell) => (cell === null ? 'NULL' : `"\\\\x${hexOf(cell)}"`)).join(',')}}`;
}

/** Text of any content. */
export function textArray(cells: readonly string[]): string {
  return `{${cells.map((cell) => `"${cell.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

function hexOf(bytes: Uint8Array | string): string {
  return typeof bytes === 'string' ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}
