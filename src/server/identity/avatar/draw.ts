import { createAvatar } from '@dicebear/core';
import * as shapes from '@dicebear/shapes';
import * as thumbs from '@dicebear/thumbs';
import sharp from 'sharp';
import { SIDE } from './redraw.ts';

export type AvatarStyle = 'shapes' | 'thumbs';

/** A picture of a style (both CC0) for a seed: the same for the same. PNG. */
export async function drawAvatar(style: AvatarStyle, seed: string): Promise<Buffer> {
  const svg =
    style === 'shapes' ? createAvatar(shapes, { seed, size: SIDE }) : createAvatar(thumbs, { seed, size: SIDE });
  return sharp(Buffer.from(svg.toString())).resize(SIDE, SIDE).png({ compressionLevel: 9 }).toBuffer();
}
