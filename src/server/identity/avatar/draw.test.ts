import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawAvatar, redrawAvatar, SIDE } from './draw.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 90 } } });

async function answerTo(bytes: Buffer): Promise<string> {
  const redrawn = await redrawAvatar(bytes);
  return redrawn.ok ? 'ok' : redrawn.reason;
}

describe('a picture drawn anew', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('from %s is a square PNG', async (format) => {
    const redrawn = await redrawAvatar(await plain(300, 500).toFormat(format).toBuffer());
    if (!redrawn.ok) throw new Error(redrawn.reason);
    expect(await sharp(redrawn.bytes).metadata()).toMatchObject({ format: 'png', width: SIDE, height: SIDE });
  });

  it('stands upright and says nothing of where it was taken', async () => {
    // Upper half red, lower half blue, lying on its side as cameras write it.
    const blue = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    const bytes = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'red' } })
      .composite([{ input: blue, top: 100, left: 0 }])
      .withExif({ IFD0: { Copyright: 'SECRET-OWNER', Orientation: '3' }, IFD3: { GPSLatitude: '52/1 31/1 12/1' } })
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const redrawn = await redrawAvatar(bytes);
    if (!redrawn.ok) throw new Error(redrawn.reason);
    const { exif, xmp, icc, iptc, orientation } = await sharp(redrawn.bytes).metadata();
    expect([exif, xmp, icc, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(redrawn.bytes.includes('SECRET-OWNER')).toBe(false);
    const { data } = await sharp(redrawn.bytes).raw().toBuffer({ resolveWithObject: true });
    expect(data[2]).toBeGreaterThan(200);
  });

  it('keeps nothing that was hung onto the file', async () => {
    const script = Buffer.from('<script>alert(1)</script>');
    const redrawn = await redrawAvatar(Buffer.concat([await plain(64, 64).png().toBuffer(), script]));
    if (!redrawn.ok) throw new Error(redrawn.reason);
    expect(redrawn.bytes.includes('script')).toBe(false);
  });

  it('is not made of what is no picture of ours', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const gif = await plain(8, 8).gif().toBuffer();
    for (const bytes of [svg, gif, Buffer.from('<html>'), Buffer.from([0]), Buffer.from('%PDF-1.7')]) {
      expect(await answerTo(bytes)).toBe('WRONG_FORMAT_FILE');
    }
  });

  it('is not made of a broken or an enormous one', async () => {
    const png = await plain(64, 64).png().toBuffer();
    expect(await answerTo(png.subarray(0, 60))).toBe('UNREADABLE_IMAGE');
    expect(await answerTo(await plain(6_000, 6_000).png().toBuffer())).toBe('UNREADABLE_IMAGE');
    expect(await answerTo(await plain(13_000, 8).png().toBuffer())).toBe('UNREADABLE_IMAGE');
  });
});

describe('a picture by chance', () => {
  it.each(['shapes', 'thumbs'] as const)('of %s is the same for the same seed only', async (style) => {
    const [one, same, other] = await Promise.all([
      drawAvatar(style, 'a'),
      drawAvatar(style, 'a'),
      drawAvatar(style, 'b'),
    ]);
    expect(same.equals(one)).toBe(true);
    expect(other.equals(one)).toBe(false);
    expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: SIDE, height: SIDE });
  });
});
