import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fileTypeFromBuffer } from 'file-type';
import { z } from 'zod';
import type { DocumentName } from '#domain/verification/documents.ts';
import { probeVideo } from './video.ts';

/** What is kept of a file that came. */
export interface Kept {
  readonly bytes: Buffer;
  readonly media: string;
  readonly width: number;
  readonly height: number;
}

type Fault = 'WRONG_FORMAT_FILE' | 'UNREADABLE_IMAGE';
export type Drawn = { readonly ok: true; readonly kept: Kept } | { readonly ok: false; readonly reason: Fault };

/** What files say they are by their first bytes; names and types that come along count for nothing. SVG never. */
const PICTURES: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp']);
/** Documents of which the first page of a PDF is taken. */
const TAKES_PDF: ReadonlySet<DocumentName> = new Set(['governmentId', 'proofOfResidence']);

/**
 * What is kept of a file of a stranger. Pictures are drawn anew, of a PDF the first page, so that nothing else of the file is left; a video is
 * looked into and kept as it is.
 */
export function drawAnew(document: DocumentName, bytes: Buffer): Promise<Drawn> {
  return document === 'complianceVideo' ? keepVideo(bytes) : drawOne(document, bytes);
}

/** One file at a time, from where its bytes are read on: many large ones together need no more memory than one. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = queue.then(work);
  queue = turn.catch(() => undefined);
  return turn;
}

let queue: Promise<unknown> = Promise.resolve();

async function keepVideo(bytes: Buffer): Promise<Drawn> {
  const video = await probeVideo(bytes);
  if (!video.ok) return video;
  const { media, width, height } = video;
  return { ok: true, kept: { bytes, media, width, height } };
}

const LONGEST_MS = 20_000;
const MOST_BYTES = 20_000_000;
/** Beside this file, and beside the bundle: Node 20 cannot run TypeScript. */
const PROGRAM = fileURLToPath(new URL('./draw-process.js', import.meta.url));
const HEAD = z.union([
  z.strictObject({ width: z.int(), height: z.int() }),
  z.strictObject({ reason: z.literal('UNREADABLE_IMAGE') }),
]);
const NEW_LINE = 10;

async function drawOne(document: DocumentName, bytes: Buffer): Promise<Drawn> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const format = found?.mime.split('/')[1] ?? '';
  if (!PICTURES.has(format) && !(format === 'pdf' && TAKES_PDF.has(document))) {
    return { ok: false, reason: 'WRONG_FORMAT_FILE' };
  }
  const drawn = await inProcess(bytes, format);
  const end = drawn?.indexOf(NEW_LINE) ?? -1;
  // It was killed, or gave up: nobody can read that file.
  if (drawn === null || end < 0) return { ok: false, reason: 'UNREADABLE_IMAGE' };
  const head = HEAD.parse(JSON.parse(drawn.subarray(0, end).toString('utf8')));
  if ('reason' in head) return { ok: false, reason: head.reason };
  return { ok: true, kept: { ...head, media: 'image/jpeg', bytes: drawn.subarray(end + 1) } };
}

/** What the program writes; null where it fails, takes too long or writes too much. */
async function inProcess(bytes: Buffer, format: string): Promise<Buffer | null> {
  const words = ['--max-old-space-size=128', PROGRAM, format];
  const child = spawn(process.execPath, words, {
    // Nothing of ours: no secret of the environment is near a file of a stranger.
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  // A process that ended does not read on.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  const chunks: Buffer[] = [];
  let length = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MOST_BYTES) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  const [code] = (await once(child, 'close').catch(() => [null])) as [number | null];
  return code === 0 ? Buffer.concat(chunks) : null;
}
