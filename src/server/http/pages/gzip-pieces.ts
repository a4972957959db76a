import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** RFC 1952: deflated, no flags, no time, of Unix. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** RFC 1951: an empty block that is the last one. */
const LAST = Buffer.from([3, 0]);
/** Longest text of one stored block. */
const MOST_STORED = 0xffff;
/** The polynomial of CRC-32, bits reversed (RFC 1952, 8). */
const POLYNOMIAL = 0xedb88320;
const deflate = promisify(deflateRaw);

/** A part of a text, compressed by itself so that it can be joined with others, and all that its place in a stream asks for. */
export interface Piece {
  readonly text: Uint8Array;
  readonly deflated: Uint8Array;
  /** CRC-32 of the text. */
  readonly check: number;
  /** What so many bytes make of the check of what stands before them: a matrix of bits, row by row. */
  readonly shift: Uint32Array;
}

/** Compresses each text by itself. */
export function piecesOf(texts: readonly string[]): Promise<Piece[]> {
  return Promise.all(
    texts.map(async (one) => {
      const text = Buffer.from(one);
      // Ended by a full flush: on a whole byte, without being the last block, and looked back on by nobody.
      const deflated = await deflate(text, { level: 6, finishFlush: constants.Z_FULL_FLUSH });
      return { text, deflated, check: checkOf(text), shift: shiftOf(text.length) };
    }),
  );
}

/**
 * One gzip stream of all pieces with `between` between each two of them (RFC 1952): what was compressed stays as it is, `between` is stored as
 * it stands, and the checks are joined without reading the text again. At most 65,535 bytes of `between`.
 */
export function joinGzip(pieces: readonly Piece[], between: Uint8Array): Buffer {
  if (between.length > MOST_STORED) throw new RangeError(`${between.length} bytes do not fit a stored block`);
  const stored = Buffer.alloc(5 + between.length);
  stored.writeUInt16LE(between.length, 1);
  stored.writeUInt16LE(between.length ^ MOST_STORED, 3);
  stored.set(between, 5);
  const link = { check: checkOf(between), shift: shiftOf(between.length) };
  let check = 0;
  let size = 0;
  const parts: Uint8Array[] = [HEAD];
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) {
      check = joined(check, link);
      size += between.length;
      parts.push(stored);
    }
    check = joined(check, piece);
    size += piece.text.length;
    parts.push(piece.deflated);
  }
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(check, 0);
  tail.writeUInt32LE(size % 2 ** 32, 4);
  return Buffer.concat([...parts, LAST, tail]);
}

/** Of nothing it is 0. */
function checkOf(text: Uint8Array): number {
  return text.length === 0 ? 0 : crc32(text);
}

/** The check of a text with another behind it, from theirs (as `crc32_combine` of zlib does). */
function joined(check: number, { check: next, shift }: Pick<Piece, 'check' | 'shift'>): number {
  return (times(shift, check) ^ next) >>> 0;
}

function times(matrix: Uint32Array, vector: number): number {
  let sum = 0;
  for (let row = 0, left = vector; left !== 0; row += 1, left >>>= 1) if (left & 1) sum ^= matrix[row]!;
  return sum >>> 0;
}

function product(left: Uint32Array, right: Uint32Array): Uint32Array {
  return right.map((row) => times(left, row));
}

/** What a zero bit makes of a check. */
const ONE_BIT = Uint32Array.from({ length: 32 }, (_, row) => (row === 0 ? POLYNOMIAL : 1 << (row - 1)));
const NOTHING = Uint32Array.from({ length: 32 }, (_, row) => 1 << row);
const shifts = new Map<number, Uint32Array>();
/** Lengths that come again and again are those of nonces. */
const REMEMBERED = 64;

/** What `bytes` zero bytes make of a check: the matrix of a bit to the power of all bits. */
function shiftOf(bytes: number): Uint32Array {
  const known = shifts.get(bytes);
  if (known !== undefined) return known;
  let shift: Uint32Array = NOTHING;
  let power: Uint32Array = ONE_BIT;
  for (let left = bytes * 8; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = product(power, shift);
    power = product(power, power);
  }
  if (bytes <= REMEMBERED) shifts.set(bytes, shift);
  return shift;
}
