import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fileTypeFromBuffer } from 'file-type';
import { z } from 'zod';

/** What is kept of a file that came. */
export interface Kept {
  readonly bytes: Buffer;
  readonly media: string;
  readonly width: number;
  readonly height: number;
}

type Fault = 'WRONG_FORMAT_FILE' | 'UNREADABLE_IMAGE';
export type Drawn = { readonly ok: true; readonly kept: Kept } | { readonly ok: false; readonly reason: Fault };

/** What a file may be. */
export interface Taken {
  /** Of a PDF the first page is kept. */
  readonly pdf: boolean;
  /** `readable`: something has to be seen on it, as on a document; `any`: also a small or plain one. */
  readonly shows: 'readable' | 'any';
}

/** What files say they are by their first bytes; names and types that come along count for nothing. SVG never. */
const PICTURES: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp']);
const LONGEST_MS = 20_000;
const MOST_BYTES = 20_000_000;
/** Beside this file, and beside the bundle: Node 20 cannot run TypeScript. */
const PROGRAM = fileURLToPath(new URL('./draw-process.js', import.meta.url));
const HEAD = z.union([
  z.strictObject({ width: z.int(), height: z.int() }),
  z.strictObject({ reason: z.literal('UNREADABLE_IMAGE') }),
]);
const NEW_LINE = 10;

/** One file at a time, from where its bytes are read on: many large ones together need no more memory than one. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = queue.then(work);
  queue = turn.catch(() => undefined);
  return turn;
}

let queue: Promise<unknown> = Promise.resolve();

/** A picture of a stranger, or the first page of their PDF, drawn anew as a JPEG by a process of its own: nothing else of the file is left. */
export async function drawApart(bytes: Buffer, { pdf, shows }: Taken): Promise<Drawn> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const format = found?.mime.split('/')[1] ?? '';
  if (!PICTURES.has(format) && !(format === 'pdf' && pdf)) return { ok: false, reason: 'WRONG_FORMAT_FILE' };
  const drawn = await inProcess(bytes, [format, shows]);
  const end = drawn?.indexOf(NEW_LINE) ?? -1;
  // It was killed, or gave up: nobody can read that file.
  if (drawn === null || end < 0) return { ok: false, reason: 'UNREADABLE_IMAGE' };
  const head = HEAD.parse(JSON.parse(drawn.subarray(0, end).toString('utf8')));
  if ('reason' in head) return { ok: false, reason: head.reason };
  return { ok: true, kept: { ...head, media: 'image/jpeg', bytes: drawn.subarray(end + 1) } };
}

/** What the program writes; null where it fails, takes too long or writes too much. */
async function inProcess(bytes: Buffer, words: readonly string[]): Promise<Buffer | null> {
  const child = spawn(process.execPath, ['--max-old-space-size=128', PROGRAM, ...words], {
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
