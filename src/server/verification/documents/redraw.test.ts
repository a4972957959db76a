import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { inTurn } from '#server/pictures/draw-apart.ts';
import { drawAnew } from './redraw.ts';

/** A picture with something on it: stripes. */
function striped(width: number, height: number, top = 'black') {
  const stripe = { create: { width, height: Math.ceil(height / 2), channels: 3 as const, background: top } };
  const base = sharp({ create: { width, height, channels: 3, background: { r: 230, g: 230, b: 240 } } });
  return base.composite([{ input: stripe, top: 0, left: 0 }]);
}

const A_PAGE = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 64>>stream
BT /F1 90 Tf 20 300 Td (Bill) Tj 0 -100 Td (2026) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`;

async function answerTo(bytes: Buffer, document: Parameters<typeof drawAnew>[0] = 'governmentId') {
  const drawn = await drawAnew(document, bytes);
  return drawn.ok ? 'kept' : drawn.reason;
}

describe('what is kept of a document', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('that comes as %s is a JPEG of at most 2,600 pixels', async (format) => {
    const drawn = await drawAnew('selfieWithId', await striped(4_000, 3_000).toFormat(format).toBuffer());
    if (!drawn.ok) throw new Error(drawn.reason);
    expect(drawn.kept).toMatchObject({ media: 'image/jpeg', width: 2_600, height: 1_950 });
    expect((await sharp(drawn.kept.bytes).metadata()).format).toBe('jpeg');
  });

  it('stands upright and says nothing of where it was taken', async () => {
    const bytes = await striped(600, 400, 'red')
      .withExif({ IFD0: { Copyright: 'SECRET-OWNER' }, IFD3: { GPSLatitude: '52/1 31/1 12/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const drawn = await drawAnew('governmentId', bytes);
    if (!drawn.ok) throw new Error(drawn.reason);
    expect([drawn.kept.width, drawn.kept.height]).toEqual([400, 600]);
    const { exif, xmp, icc, iptc, orientation } = await sharp(drawn.kept.bytes).metadata();
    expect([exif, xmp, icc, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(drawn.kept.bytes.includes('SECRET-OWNER')).toBe(false);
    // Turned clockwise: what was on top is on the right.
    const { data, info } = await sharp(drawn.kept.bytes).raw().toBuffer({ resolveWithObject: true });
    const green = (x: number, y: number) => data[(y * info.width + x) * info.channels + 1] ?? 0;
    expect(green(380, 300)).toBeLessThan(60);
    expect(green(20, 300)).toBeGreaterThan(180);
  });

  it('of a PDF is its first page, where a PDF is taken', async () => {
    const drawn = await drawAnew('proofOfResidence', Buffer.from(A_PAGE));
    if (!drawn.ok) throw new Error(drawn.reason);
    expect(drawn.kept).toMatchObject({ media: 'image/jpeg', width: 900, height: 1_200 });
    expect(await answerTo(Buffer.from(A_PAGE), 'selfieWithId')).toBe('WRONG_FORMAT_FILE');
    for (const broken of ['%PDF-1.7\n%\u00e2\u00e3\n', A_PAGE.slice(0, 90), `%PDF-1.4\n${'<<'.repeat(5_000)}`]) {
      expect(await answerTo(Buffer.from(broken), 'proofOfResidence')).toBe('UNREADABLE_IMAGE');
    }
  });

  it('of a video is looked into by a program that knows nothing of ours', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ffprobe-'));
    const told = `{"format":{"duration":"3"},"streams":[{"codec_type":"video","codec_name":"h264","width":640,"height":480}]}`;
    await writeFile(join(folder, 'ffprobe'), `#!/bin/sh\nenv > ${folder}/env\necho '${told}'\n`, { mode: 0o700 });
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
    vi.stubEnv('VAULT_KEY', 'SECRET-KEY');
    const video = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom');
    expect(await drawAnew('complianceVideo', video)).toMatchObject({
      ok: true,
      kept: { media: 'video/mp4', width: 640 },
    });
    expect(await readFile(join(folder, 'env'), 'utf8')).not.toContain('SECRET-KEY');
    // As Firefox records: the length is where the last frame is.
    const says = async (last: string) => {
      const lengthless = told.replace('"duration":"3"', '');
      const script = `#!/bin/sh\ncase "$*" in *packet=*) printf '0.0\\n${last}\\n1.5\\n';; *) echo '${lengthless}';; esac\n`;
      await writeFile(join(folder, 'ffprobe'), script, { mode: 0o700 });
      return answerTo(video, 'complianceVideo');
    };
    expect([await says('119.9'), await says('120.1'), await says('N/A')]).toEqual(['kept', 'UNREADABLE_IMAGE', 'kept']);
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  it('comes one at a time, also after one that failed', async () => {
    let atOnce = 0;
    const work = async (no: number) => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await setImmediate();
      atOnce -= 1;
      if (no === 1) throw new Error('unreadable');
      return no;
    };
    const all = await Promise.allSettled([0, 1, 2].map((no) => inTurn(() => work(no))));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('is nothing where nothing can be read', async () => {
    const plain = sharp({ create: { width: 800, height: 600, channels: 3, background: 'grey' } });
    expect(await answerTo(await plain.png().toBuffer())).toBe('UNREADABLE_IMAGE');
    expect(await answerTo(await striped(290, 800).png().toBuffer())).toBe('UNREADABLE_IMAGE');
    const whole = await striped(800, 600).png().toBuffer();
    expect(await answerTo(whole.subarray(0, whole.length >> 1))).toBe('UNREADABLE_IMAGE');
  });

  it('is nothing of what is no picture', async () => {
    const heic = Buffer.from('0000001866747970686569630000000068656963', 'hex');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const gif = await striped(400, 400).gif().toBuffer();
    for (const bytes of [heic, svg, gif, Buffer.from('PK\u0003\u0004'), Buffer.from([0])]) {
      expect(await answerTo(bytes)).toBe('WRONG_FORMAT_FILE');
    }
    expect(await answerTo(await striped(400, 400).png().toBuffer(), 'complianceVideo')).toBe('WRONG_FORMAT_FILE');
  });
});
