import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import type { UploadReason } from '#domain/refusals.ts';

/** Widest a picture is shown, on a fine screen; larger ones are made smaller. */
const WIDEST = 1_600;
const TALLEST = 2_400;
/** Largest picture that is decoded: 24 megapixels are about 100 MB of memory for a moment. */
const MOST_PIXELS = 24_000_000;
const SECONDS = 10;
const QUALITY = 82;
const FORMATS = new Set(['image/png', 'image/jpeg', 'image/webp']);

type Redrawn =
  | { readonly ok: true; readonly bytes: Buffer; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly reason: Extract<UploadReason, 'WRONG_FORMAT_FILE' | 'UNREADABLE_IMAGE'> };

/** A picture decoded and drawn anew as WebP: upright, without metadata and without whatever else the file held. */
export async function redrawPicture(bytes: Buffer): Promise<Redrawn> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found === undefined || !FORMATS.has(found.mime)) return { ok: false, reason: 'WRONG_FORMAT_FILE' };
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false });
    const { format } = await picture.metadata();
    if (`image/${format}` !== found.mime) return { ok: false, reason: 'WRONG_FORMAT_FILE' };
    const { data, info } = await picture
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize(WIDEST, TALLEST, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { ok: true, bytes: data, width: info.width, height: info.height };
  } catch {
    // Whatever the decoder dislikes is a fault of the file.
    return { ok: false, reason: 'UNREADABLE_IMAGE' };
  }
}
