import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileTypeFromBuffer } from 'file-type';
import { z } from 'zod';

const execute = promisify(execFile);
/** Nothing of ours: no secret of the environment is near a file of a stranger. */
const run = (words: readonly string[]) =>
  execute('ffprobe', words, { env: { PATH: process.env['PATH'] }, timeout: LONGEST_MS, maxBuffer: 1_048_576 });

const LONGEST_MS = 15_000;
const LONGEST_SEC = 120;
const MOST_PIXELS = 4_096 * 2_304;
const TYPES = new Set(['video/mp4', 'video/webm']);
const CODECS = new Set(['h264', 'hevc', 'vp8', 'vp9', 'av1']);

const PROBE = z.object({
  // Firefox records WebM without one.
  format: z.object({ duration: z.coerce.number().positive().optional().catch(undefined) }),
  streams: z.array(
    z.object({
      codec_type: z.string(),
      codec_name: z.string().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
    }),
  ),
});

export type Video =
  | { readonly ok: true; readonly media: string; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly reason: 'WRONG_FORMAT_FILE' | 'UNREADABLE_IMAGE' };

/** Is there what looks into videos (ffprobe, of ffmpeg)? Without it none is taken. */
export async function canProbe(): Promise<boolean> {
  return run(['-version']).then(
    () => true,
    () => false,
  );
}

/** Is this a video of one of the kinds that are taken, short and not too large? It is read, never played, and kept as it came. */
export async function probeVideo(bytes: Buffer): Promise<Video> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found === undefined || !TYPES.has(found.mime)) return { ok: false, reason: 'WRONG_FORMAT_FILE' };
  const folder = await mkdtemp(join(tmpdir(), 'video-'));
  try {
    const path = join(folder, 'video');
    await writeFile(path, bytes, { mode: 0o600 });
    const words = ['-v', 'error', '-protocol_whitelist', 'file', '-show_streams', '-show_format', '-of', 'json', path];
    const { stdout } = await run(words);
    const { format, streams } = PROBE.parse(JSON.parse(stdout));
    const picture = streams.find(({ codec_type: type }) => type === 'video');
    const { width = 0, height = 0, codec_name: codec = '' } = picture ?? {};
    const seconds = format.duration ?? (await lastFrame(path));
    const isFine = width >= 240 && height >= 240 && width * height <= MOST_PIXELS && seconds <= LONGEST_SEC;
    if (!isFine || !CODECS.has(codec)) return { ok: false, reason: 'UNREADABLE_IMAGE' };
    return { ok: true, media: found.mime, width, height };
  } catch {
    // Whatever it dislikes is a fault of the file.
    return { ok: false, reason: 'UNREADABLE_IMAGE' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** When the last frame of a video is shown, seconds. Infinity where that cannot be said. */
async function lastFrame(path: string): Promise<number> {
  const words = ['-v', 'error', '-protocol_whitelist', 'file', '-select_streams', 'v:0'];
  const { stdout } = await run([...words, '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path]);
  const times = stdout.split('\n').map(Number.parseFloat);
  return times.reduce((last, time) => (time > last ? time : last), 0) || Number.POSITIVE_INFINITY;
}
