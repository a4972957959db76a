import {
  closeSync,
  copyFileSync,
  fdatasync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { HASH_BYTES } from '#domain/proofs/hash.ts';
import { TICK_RECORD_BYTES } from '#domain/proofs/tick-record.ts';

/** One tick in a tail file: what is hashed, the head after it, and what the record does not hold. */
export interface TailFrame {
  readonly record: Uint8Array;
  readonly head: Uint8Array;
  readonly recorded: { readonly row: number; readonly ts: number } | null;
  /** '' for a heartbeat, the source's name for one source, else the JCS list of quotes. */
  readonly quotes: string;
}

export interface TailHeader {
  readonly stream: number;
  readonly firstSeq: number;
  readonly headBefore: Uint8Array;
}

const MAGIC = 'TKVTAIL1';
const HEADER_BYTES = 8 + 4 + 8 + HASH_BYTES;
const PREFIX_BYTES = 8;
const FIXED_BYTES = TICK_RECORD_BYTES + HASH_BYTES + 12;
/** Above the longest frame that a tick can make; a longer length is a torn or foreign one. */
const FRAME_MAX = 64 * 1024;

/** An open tail file: one write per tick, synced apart. */
export class TailFile {
  readonly path: string;
  readonly #fd: number;
  #size: number;
  #dirty = false;
  #closed = false;

  private constructor(path: string, fd: number, size: number) {
    this.path = path;
    this.#fd = fd;
    this.#size = size;
  }

  /** Starts a file. Throws if it exists. One that cannot be begun whole leaves nothing behind: the next tick tries the same name. */
  static create(path: string, header: TailHeader): TailFile {
    const bytes = Buffer.alloc(HEADER_BYTES);
    bytes.write(MAGIC, 0, 'latin1');
    bytes.writeUInt32BE(header.stream, 8);
    bytes.writeDoubleBE(header.firstSeq, 12);
    bytes.set(header.headBefore, 20);
    const fd = openSync(path, 'wx');
    try {
      if (writeSync(fd, bytes) !== bytes.length) throw shortWrite(path);
    } catch (error) {
      closeSync(fd);
      unlinkSync(path);
      throw error;
    }
    return new TailFile(path, fd, HEADER_BYTES);
  }

  /**
   * Goes on behind the last whole frame, which `readTail` found at `size`. Works on a copy put in the file's place: a process
   * that was replaced while it slept still holds the old file, and what it writes there reaches nobody.
   */
  static resume(path: string, size: number): TailFile {
    const copy = `${path}.new`;
    copyFileSync(path, copy);
    const fd = openSync(copy, 'r+');
    ftruncateSync(fd, size);
    fdatasyncSync(fd);
    renameSync(copy, path);
    return new TailFile(path, fd, size);
  }

  get size(): number {
    return this.#size;
  }

  /** One write. A short write is taken back and thrown, so that the file never holds half a tick below a whole one. */
  append(frame: TailFrame): void {
    const bytes = encodeFrame(frame);
    let written = 0;
    try {
      written = writeSync(this.#fd, bytes, 0, bytes.length, this.#size);
    } finally {
      if (written !== bytes.length) ftruncateSync(this.#fd, this.#size);
    }
    if (written !== bytes.length) throw shortWrite(this.path);
    this.#size += bytes.length;
    this.#dirty = true;
  }

  /** Resolves once what was appended before the call is on the disk. */
  async sync(): Promise<void> {
    if (!this.#dirty || this.#closed) return;
    this.#dirty = false;
    await new Promise<void>((resolve, reject) => {
      fdatasync(this.#fd, (error) => {
        // Closed meanwhile: closing has synced.
        if (error === null || error.code === 'EBADF') return resolve();
        this.#dirty = true;
        reject(error);
      });
    });
  }

  /** Syncs and closes; once an hour and at the end, so it may wait. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    try {
      if (this.#dirty) fdatasyncSync(this.#fd);
    } finally {
      closeSync(this.#fd);
    }
  }
}

/** The system writes what still fits and says so by the length alone. */
function shortWrite(path: string): Error {
  return Object.assign(new Error(`short write to ${path}: the disk is full`), { code: 'ENOSPC' });
}

/** Header and whole frames of a tail file; `size` is where the last whole frame ends. null: not even a header was written. */
export function readTail(path: string): { header: TailHeader; frames: readonly TailFrame[]; size: number } | null {
  const bytes = readFileSync(path);
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 8) !== MAGIC) return null;
  const header = {
    stream: bytes.readUInt32BE(8),
    firstSeq: bytes.readDoubleBE(12),
    headBefore: Uint8Array.from(bytes.subarray(20, HEADER_BYTES)),
  };
  const frames: TailFrame[] = [];
  let size = HEADER_BYTES;
  for (;;) {
    const length = frameLength(bytes, size);
    if (length === null) return { header, frames, size };
    frames.push(decodeFrame(bytes.subarray(size + PREFIX_BYTES, size + PREFIX_BYTES + length)));
    size += PREFIX_BYTES + length;
  }
}

export function removeTail(path: string): void {
  unlinkSync(path);
}

function encodeFrame(frame: TailFrame): Buffer {
  const text = Buffer.byteLength(frame.quotes);
  const bytes = Buffer.allocUnsafe(PREFIX_BYTES + FIXED_BYTES + text);
  bytes.writeUInt32BE(FIXED_BYTES + text, 0);
  bytes.set(frame.record, PREFIX_BYTES);
  bytes.set(frame.head, PREFIX_BYTES + TICK_RECORD_BYTES);
  const at = PREFIX_BYTES + TICK_RECORD_BYTES + HASH_BYTES;
  bytes.writeUInt32BE(frame.recorded?.row ?? 0, at);
  bytes.writeDoubleBE(frame.recorded?.ts ?? 0, at + 4);
  bytes.write(frame.quotes, at + 12);
  bytes.writeUInt32BE(crc32(bytes.subarray(PREFIX_BYTES)), 4);
  return bytes;
}

/** Length of the whole and sound frame at `offset`; null at the end of the file or at a torn one. */
function frameLength(bytes: Buffer, offset: number): number | null {
  if (offset + PREFIX_BYTES > bytes.length) return null;
  const length = bytes.readUInt32BE(offset);
  const end = offset + PREFIX_BYTES + length;
  if (length < FIXED_BYTES || length > FRAME_MAX || end > bytes.length) return null;
  return crc32(bytes.subarray(offset + PREFIX_BYTES, end)) === bytes.readUInt32BE(offset + 4) ? length : null;
}

/** Views into the file's buffer: nothing is copied. */
function decodeFrame(body: Buffer): TailFrame {
  const at = TICK_RECORD_BYTES + HASH_BYTES;
  const row = body.readUInt32BE(at);
  return {
    record: body.subarray(0, TICK_RECORD_BYTES),
    head: body.subarray(TICK_RECORD_BYTES, at),
    recorded: row === 0 ? null : { row, ts: body.readDoubleBE(at + 4) },
    // Read only by the sealer: a start that passes over an hour of ticks must not pay for their texts.
    get quotes() {
      return body.toString('utf8', at + 12);
    },
  };
}
