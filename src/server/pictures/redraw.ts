import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import type { UploadReason } from '#domain/refusals.ts';

/** Largest picture that is decoded: 24 megapixels are about 100 MB of memory for a moment. */
const MOST_PIXELS = 24_000_000;
const LONGEST_SIDE = 12_000;
const SECONDS = 10;
/** What pictures say they are by their first bytes; names and types that come along count for nothing. SVG never. */
const FORMATS = new Set(['image/png', 'image/jpeg', 'image/webp']);

// One picture of each is decoded once and shown as a file: nothing is worth keeping in memory.
sharp.cache(false);

export type Redrawn =
  | { readonly ok: true; readonly bytes: Buffer; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly reason: Extract<UploadReason, 'WRONG_FORMAT_FILE' | 'UNREADABLE_IMAGE'> };

let queue: Promise<unknown> = Promise.resolve();

/**
 * A picture that somebody sent, decoded and drawn anew: upright, without metadata and without whatever else the file held. `shape` gives it
 * its size and its format. One at a time, so that many large ones together need no more memory than one.
 */
export function redraw(bytes: Buffer, shape: (picture: Sharp) => Sharp): Promise<Redrawn> {
  const turn = queue.then(() => redrawOne(bytes, shape));
  queue = turn.catch(() => undefined);
  return turn;
}

async function redrawOne(bytes: Buffer, shape: (picture: Sharp) => Sharp): Promise<Redrawn> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found === undefined || !FORMATS.has(found.mime)) return { ok: false, reason: 'WRONG_FORMAT_FILE' };
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false });
    const { width, height, format } = await picture.metadata();
    if (`image/${format}` !== found.mime) return { ok: false, reason: 'WRONG_FORMAT_FILE' };
    if (Math.max(width, height) > LONGEST_SIDE) return { ok: false, reason: 'UNREADABLE_IMAGE' };
    const { data, info } = await shape(picture.timeout({ seconds: SECONDS }).autoOrient()).toBuffer({
      resolveWithObject: true,
    });
    return { ok: true, bytes: data, width: info.width, height: info.height };
  } catch {
    // Whatever the decoder dislikes is a fault of the file.
    return { ok: false, reason: 'UNREADABLE_IMAGE' };
  }
}
