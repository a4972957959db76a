import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, describe } from 'vitest';
import { chance, type Chance } from '#tests/fuzz/chance.ts';
import { personOf } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { watchLog } from './watched-log.ts';

/** Each document takes a process to draw it: all of them in the large form. */
const FILES = {
  pictures: Number(process.env['ABUSE_FILES'] ?? '500'),
  documents: Number(process.env['ABUSE_FILES'] ?? (process.env['ABUSE_ALL'] === '1' ? '500' : '100')),
};
const SEED = 20261121;
const MB = 1_048_576;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let server: TestServer;
const watched = watchLog();
beforeAll(async () => {
  server = await startTestServer(watched.options);
});
afterAll(async () => {
  await server.stop();
  watched.close('files');
});

/** A PNG that says it is so large, with as little in it as possible. */
function pngClaiming(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min(20 * MB, (width + 1) * height)), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

const A_PAGE = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F1 90 Tf 20 300 Td (SECRET-OWNER) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`;

interface Sample {
  readonly what: string;
  readonly bytes: Buffer;
}

async function samples(): Promise<readonly Sample[]> {
  const stripe = { create: { width: 300, height: 90, channels: 4 as const, background: 'black' } };
  // Drawn first: what is made of it again and again is one file.
  const base = sharp(
    await sharp({ create: { width: 420, height: 320, channels: 4, background: { r: 9, g: 99, b: 199, alpha: 0.5 } } })
      .composite([{ input: stripe, top: 60, left: 60 }])
      .png()
      .toBuffer(),
  );
  const gps = { IFD0: { Copyright: 'SECRET-OWNER' }, IFD3: { GPSLatitude: '52/1 31/1 12/1', GPSLatitudeRef: 'N' } };
  const [png, jpeg, webp, gif, tiff, avif] = await Promise.all([
    base.clone().png().toBuffer(),
    base.clone().flatten().withExif(gps).jpeg().toBuffer(),
    base.clone().webp().toBuffer(),
    base.clone().gif().toBuffer(),
    base.clone().tiff().toBuffer(),
    base.clone().avif().toBuffer(),
  ]);
  const script = Buffer.from('<script>alert(1)</script>');
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>',
  );
  return [
    { what: 'png', bytes: png },
    { what: 'jpeg with a place', bytes: jpeg },
    { what: 'webp', bytes: webp },
    { what: 'gif', bytes: gif },
    { what: 'tiff', bytes: tiff },
    { what: 'avif', bytes: avif },
    { what: 'svg', bytes: svg },
    { what: 'svg behind a mark', bytes: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), svg]) },
    { what: 'png and page in one', bytes: Buffer.concat([png, script]) },
    { what: 'jpeg and archive in one', bytes: Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004'), script]) },
    { what: 'page that begins like gif', bytes: Buffer.concat([Buffer.from('GIF89a/*'), script]) },
    { what: '30,000 x 30,000', bytes: pngClaiming(30_000, 30_000) },
    { what: 'bomb', bytes: pngClaiming(4_800, 4_800) },
    { what: 'nothing wide', bytes: pngClaiming(0, 100) },
    { what: 'text', bytes: Buffer.from('hello') },
    { what: 'pdf', bytes: Buffer.from('%PDF-1.7\n%âãÏÓ\n') },
    { what: 'pdf with a page', bytes: Buffer.from(A_PAGE) },
    { what: 'pdf with a huge page', bytes: Buffer.from(A_PAGE.replace('300 400', '300000 400000')) },
    { what: 'pdf that goes round', bytes: Buffer.from(A_PAGE.replace('/Kids[3 0 R]', '/Kids[2 0 R]')) },
    { what: 'heic', bytes: Buffer.from('0000001866747970686569630000000068656963', 'hex') },
    { what: 'zeroes', bytes: Buffer.alloc(MB) },
    { what: 'too large', bytes: Buffer.concat([png, Buffer.alloc(3 * MB)]) },
  ];
}

/** The same file, hurt: cut, flipped, doubled, another file's beginning. */
function mutated(dice: Chance, all: readonly Sample[]): Sample {
  const { what, bytes } = dice.pick(all);
  const copy = Buffer.from(bytes);
  switch (dice.below(5)) {
    case 0:
      return { what: `${what}, cut`, bytes: copy.subarray(0, dice.below(copy.length + 1)) };
    case 1: {
      for (let no = 0; no < 1 + dice.below(30); no += 1) copy[dice.below(copy.length)] = dice.below(256);
      return { what: `${what}, flipped`, bytes: copy };
    }
    case 2: {
      // Lengths and sizes stand near the beginning.
      for (let no = 0; no < 6; no += 1)
        copy[8 + dice.below(Math.max(1, Math.min(60, copy.length - 8)))] = dice.pick([0, 127, 255]);
      return { what: `${what}, other sizes`, bytes: copy };
    }
    case 3:
      return {
        what: `${what}, another beginning`,
        bytes: Buffer.concat([dice.pick(all).bytes.subarray(0, 12), copy.subarray(12)]),
      };
    default:
      return { what, bytes: copy };
  }
}

const NAMES = [
  'me.png',
  '../../../etc/passwd',
  '..\\..\\x.png',
  'a.php',
  'x"; filename="y.png',
  'm\u202egnp.exe',
  '.htaccess',
  'a'.repeat(900),
];

/** What an upload came to: `drawn`, or why not. Throws where it is none of the answers there may be. */
type Send = (sample: Sample, from: { readonly token: string; readonly dice: Chance }) => Promise<string>;

const outcomeOf = (error: { code: string; details: { reason?: string } }) => error.details.reason ?? error.code;

const sendPicture: Send = async (sample, { token, dice }) => {
  const form = new FormData();
  form.append(
    'avatar',
    new Blob([new Uint8Array(sample.bytes)], { type: dice.pick(['image/png', 'text/html', 'image/svg+xml']) }),
    dice.pick(NAMES),
  );
  const answer = await fetch(`${server.origin}/api/v2/user/uploadAvatar`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect([200, 400, 422], `${sample.what}: ${answer.status}`).toContain(answer.status);
  const json = (await answer.json()) as { avatar?: string; error: Parameters<typeof outcomeOf>[0] };
  if (json.avatar === undefined) return outcomeOf(json.error);
  await expectHarmless(json.avatar, sample.what);
  return 'drawn';
};

/** As a proof of residence, of which a PDF is taken too. */
const sendDocument: Send = async (sample, { token, dice }) => {
  const call = async (path: string, body?: unknown) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${server.origin}/api/v2/user/verification/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body ?? {}),
    });
    expect([200, 400, 422], `${sample.what}: ${path} ${answer.status}`).toContain(answer.status);
    return (await answer.json()) as {
      id?: string;
      ready?: boolean;
      url?: string;
      error: Parameters<typeof outcomeOf>[0];
    };
  };
  const { bytes, what } = sample;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const begun = await call('files', { document: 'proofOfResidence', side: 'front', size: bytes.length, sha256 });
  if (begun.id === undefined) return outcomeOf(begun.error);
  for (let at = 0; at < bytes.length; at += MB) {
    const form = new FormData();
    form.append('part', new Blob([new Uint8Array(bytes.subarray(at, at + MB))]), dice.pick(NAMES));
    await call(`files/${begun.id}/parts?at=${at}`, form);
  }
  const kept = await call(`files/${begun.id}/finish`);
  if (kept.ready !== true) return outcomeOf(kept.error);
  const { url = '' } = await call(`files/${begun.id}/link`);
  const shown = await fetch(`${server.origin}${new URL(url).pathname}`);
  expect(shown.headers.get('content-type')).toBe('image/jpeg');
  expect(shown.headers.get('cache-control')).toBe('private, no-store');
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  await expectClean(Buffer.from(await shown.arrayBuffer()), what);
  return 'drawn';
};

describe('files of strangers (R-40)', () => {
  it.each([
    ['pictures', sendPicture],
    ['documents', sendDocument],
  ] as const)(
    'sent as %s crash nothing, fill no memory and leave nothing of themselves',
    { timeout: 600_000 },
    async (as, send) => {
      const count = FILES[as];
      const dice = chance(SEED);
      const all = await samples();
      const outcomes: Record<string, number> = {};
      let tokens: string[] = [];
      collect();
      const before = process.memoryUsage.rss();
      let largest = before;
      // Also while a picture is being drawn, which is when it takes most.
      const watch = setInterval(() => (largest = Math.max(largest, process.memoryUsage.rss())), 5);
      for (let no = 0; no < count; no += 1) {
        if (no % 15 === 0) tokens = [(await personOf(server, 'USER')).token];
        // Who sends stands in the same process: the forms that nothing needs any more are no part of what is measured.
        if (no % 25 === 0) collect();
        const sample = no < all.length ? (all[no] ?? mutated(dice, all)) : mutated(dice, all);
        const outcome = await send(sample, { token: tokens[0] ?? '', dice });
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
      clearInterval(watch);
      const grown = (largest - before) / MB;
      console.log(
        `files as ${as}: ${count} (seed ${SEED}), ${JSON.stringify(outcomes)}, 0 crashes, RSS +${grown.toFixed(0)} MB`,
      );
      expect(outcomes['drawn']).toBeGreaterThan(count / 20);
      expect(outcomes['WRONG_FORMAT_FILE']).toBeGreaterThan(count / 20);
      expect(outcomes['UNREADABLE_IMAGE']).toBeGreaterThan(count / 50);
      expect(grown).toBeLessThanOrEqual(200);
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    },
  );
});

/** What is shown to others is a picture of ours: PNG, small, nothing of the file, nothing that could run. */
async function expectHarmless(address: string, what: string): Promise<void> {
  const shown = await fetch(`${server.origin}${new URL(address).pathname}`);
  expect(new URL(address).pathname, what).toMatch(/^\/files\/[0-9a-f]{32}$/);
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(shown.headers.get('cache-control')).toContain('immutable');
  const bytes = Buffer.from(await shown.arrayBuffer());
  const { format, width, height } = await sharp(bytes).metadata();
  expect([format, width, height], what).toEqual(['png', 256, 256]);
  await expectClean(bytes, what);
}

/** Nothing that the file said beside its picture is left. */
async function expectClean(bytes: Buffer, what: string): Promise<void> {
  const { exif, xmp, icc, iptc } = await sharp(bytes).metadata();
  expect([exif, xmp, icc, iptc], what).toEqual([undefined, undefined, undefined, undefined]);
  for (const trace of ['script', 'SECRET-OWNER', 'PK\u0003']) expect(bytes.includes(trace), what).toBe(false);
}
