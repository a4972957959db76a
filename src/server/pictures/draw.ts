import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { repositoryRoot } from '#server/root.ts';

/** Pixels of a picture that messengers and networks show beside a link. */
export const PICTURE = { width: 1200, height: 630 } as const;

/** A part of a picture: a box that lays its children out by flexbox, as `satori` reads it. */
export interface Part {
  readonly type: 'div' | 'img';
  readonly props: Readonly<Record<string, unknown>>;
}

/** The letters that the product ships, one file a script; those of Japanese and Chinese are the device's own, so no picture has them. */
const FONTS = [
  'geist/files/geist-latin-wght-normal',
  'geist/files/geist-latin-ext-wght-normal',
  'geist/files/geist-cyrillic-wght-normal',
  'noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal',
  'noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal',
] as const;

interface Letters {
  readonly name: string;
  readonly data: Buffer;
  readonly weight: 400;
}

let letters: readonly Letters[] | null = null;

function readLetters(): readonly Letters[] {
  const folder = join(repositoryRoot(), 'node_modules/@fontsource-variable');
  letters ??= FONTS.map((name) => ({ name, data: readFileSync(join(folder, `${name}.woff2`)), weight: 400 }));
  return letters;
}

/** A box with its children. */
export function box(style: Readonly<Record<string, unknown>>, ...children: readonly (Part | string | null)[]): Part {
  return {
    type: 'div',
    props: { style: { display: 'flex', ...style }, children: children.filter((child) => child !== null) },
  };
}

/** A drawing in SVG, as a part. */
export function drawing(svg: string, side: number): Part {
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return { type: 'img', props: { src, width: side, height: side } };
}

/** The PNG of a part of the size of a picture. Letters become outlines on the way, so nothing of the machine is in it. */
export async function drawPicture(part: Part): Promise<Buffer> {
  // Half a second of the start of a server, where nobody has asked for a picture yet.
  const { default: satori } = await import('satori');
  const svg = await satori(part as Parameters<typeof satori>[0], { ...PICTURE, fonts: [...readLetters()] });
  return sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 }).toBuffer();
}
