import { createAvatar } from '@dicebear/core';
import * as shapes from '@dicebear/shapes';
import * as thumbs from '@dicebear/thumbs';
import sharp from 'sharp';
import { redraw, type Redrawn } from '#server/pictures/redraw.ts';

/** Side of a picture in pixels. */
export const SIDE = 256;

export type AvatarStyle = 'shapes' | 'thumbs';

/** A picture of a style (both CC0) for a seed: the same for the same. PNG. */
export async function drawAvatar(style: AvatarStyle, seed: string): Promise<Buffer> {
  const svg =
    style === 'shapes' ? createAvatar(shapes, { seed, size: SIDE }) : createAvatar(thumbs, { seed, size: SIDE });
  return sharp(Buffer.from(svg.toString())).resize(SIDE, SIDE).png({ compressionLevel: 9 }).toBuffer();
}

/** A picture that somebody sent: square, PNG. */
export function redrawAvatar(bytes: Buffer): Promise<Redrawn> {
  return redraw(bytes, (picture) => picture.resize(SIDE, SIDE, { fit: 'cover' }).png({ compressionLevel: 9 }));
}
