/** The blog by HTTP: begun, written with preview and pictures, scheduled, read in each language, taken back. And the news of others. */
import { request } from 'node:http';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/time.ts';
import type { StoriesWire } from '#protocol/news/stories.ts';
import { createAudit } from '#server/audit/index.ts';
import { createBlog } from '#server/blog/index.ts';
import { systemClock } from '#server/clock.ts';
import { createNews } from '#server/news/news.ts';
import { createVault } from '#server/vault/index.ts';
import { caller, type Ask, type Json } from '#tests/http-calls.ts';
import { actsBy, ADMIN_ORIGIN, officeOf, rowsOf, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
let office: Office;
let editor: Person;

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  ask = caller(server.origin);
  office = officeOf(server);
  editor = await personOf(server, 'EDITOR');
});
afterAll(() => server.stop());

const act = (id: string, name: string, fields: object = {}) =>
  actsBy(office)(`posts/${id}`, name, editor)({ reason: 'for the blog', fields });
const textOf = (id: string, language: string) => `/api/v2/office/blog/${id}/texts/${language}`;
const write = (id: string, language: string, body: object) =>
  office(textOf(id, language), editor, { method: 'PUT', body });
const read = (path: string, language = 'en') =>
  ask(`/api/v2/blog/posts${path}`, { headers: { 'accept-language': language } });
const slugsOf = async (query = '', language = 'en') =>
  ((await read(query, language)).json['items'] as unknown as { slug: string }[]).map(({ slug }) => slug);
const htmlOf = (json: Json) =>
  (json['blocks'] as unknown as { kind: string; html?: string; pair?: string }[]).map(
    ({ html, pair }) => html ?? `[${pair}]`,
  );

const TEXT = { title: 'How rounds work', summary: 'In four lines.', body: '## The book\n\nIt is a book.' };

async function begin(slug: string, tags = 'markets'): Promise<string> {
  const { json } = await act('new', 'begin', { slug, tags, author: 'Tikvo' });
  return String(json['opens']).split('/').at(-1) ?? '';
}

/** A form with one file, to the host of the back office. */
async function upload(path: string, bytes: Buffer, name: string): Promise<{ readonly json: Json }> {
  const form = new FormData();
  form.append('picture', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
  const made = new Response(form);
  const body = Buffer.from(await made.arrayBuffer());
  const headers = {
    host: new URL(ADMIN_ORIGIN).host,
    authorization: `Bearer ${editor.token}`,
    'content-type': made.headers.get('content-type') ?? '',
    'x-requested-with': 'web',
  };
  const { port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, method: 'POST', headers }, (answer) => {
      answer.toArray().then((parts) => resolve({ json: JSON.parse(Buffer.concat(parts).toString()) as Json }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

it('shows a post to nobody before it is published, then in the language asked for, or in English', async () => {
  const id = await begin('how-rounds-work', 'markets, product');
  expect(
    (await act('new', 'begin', { slug: 'how-rounds-work', tags: 'safety', author: 'A' })).json['error'],
  ).toMatchObject({
    code: 'ActRefused',
  });
  expect((await act('new', 'begin', { slug: 'x', tags: 'gossip', author: 'A' })).status).toBe(400);
  expect((await act(id, 'publish')).json['error']).toMatchObject({ code: 'ActRefused' });
  expect((await write(id, 'en', TEXT)).json).toMatchObject({ slug: 'how-rounds-work', texts: [TEXT] });
  expect((await write(id, 'xx', TEXT)).status).toBe(400);
  const german = {
    title: 'So funktionieren Runden',
    summary: 'In vier Zeilen.',
    body: 'Ein Buch.\n\n{{pair BTC-USD}}',
  };
  await write(id, 'de', german);
  await write(id, 'jp', { title: 'ラウンドの仕組み', summary: '四行で説明します。', body: '板があります。' });
  await write(id, 'ch', { title: '回合如何运作', summary: '四行说明。', body: '有一个订单簿。' });
  expect(await slugsOf()).toEqual([]);
  expect(await slugsOf('?search=rounds')).toEqual([]);
  expect((await read('/how-rounds-work')).status).toBe(404);

  expect((await act(id, 'publish')).json['said']).toBe('It is public.');
  expect((await read('')).json['items']).toMatchObject([
    {
      slug: 'how-rounds-work',
      language: 'en',
      languages: ['ch', 'de', 'en', 'jp'],
      tags: ['markets', 'product'],
      minutes: 1,
    },
  ]);
  const [inGerman, inSwedish] = [await read('/how-rounds-work', 'de'), await read('/how-rounds-work', 'sv')];
  expect(inGerman.json).toMatchObject({ language: 'de', title: german.title });
  expect(htmlOf(inGerman.json)).toEqual(['<p>Ein Buch.</p>', '[BTC-USD]']);
  expect(inSwedish.json).toMatchObject({ language: 'en', headings: [{ id: 'part-1', text: 'The book' }] });
  expect(await slugsOf('?tag=product')).toEqual(['how-rounds-work']);
  expect(await slugsOf('?tag=safety')).toEqual([]);
  // By words of its title or text, with a slip of the finger, and by two signs; in the language that is read.
  for (const [search, language, count] of [
    ['rounds', 'en', 1],
    ['roundz', 'en', 1],
    ['book', 'sv', 1],
    ['Runden', 'de', 1],
    ['BTC', 'de', 1],
    ['仕組', 'jp', 1],
    ['订单', 'ch', 1],
    ['withdrawal', 'en', 0],
  ] as const)
    expect((await slugsOf(`?search=${encodeURIComponent(search)}`, language)).length, search).toBe(count);
  expect((await read(`?search=${'x'.repeat(81)}`)).status).toBe(400);

  expect(rowsOf(await office('/api/v2/office/desks/posts', editor)).map((row) => row.id)).toContain(id);
  await act(id, 'withdraw');
  expect(await slugsOf()).toEqual([]);
  expect(await slugsOf('?search=rounds')).toEqual([]);
  expect((await read('/how-rounds-work')).status).toBe(404);
});

it('publishes what was scheduled at its moment, also by a product that started in between', async () => {
  const id = await begin('scheduled');
  await write(id, 'en', TEXT);
  const at = new Date(Date.now() + HOUR_MS).toISOString().slice(0, 16).replace('T', ' ');
  for (const wrong of ['soon', '2027-02-30 09:00', '2027-01-01 24:30'])
    expect((await act(id, 'publish', { at: wrong })).status, wrong).toBe(400);
  expect((await act(id, 'publish', { at })).json['said']).toBe(`It becomes public at ${at} UTC.`);
  expect(await slugsOf()).not.toContain('scheduled');
  // Nothing of it is in memory: another process, a minute before and at the moment.
  const { config, pool: db } = server;
  const startedAt = (now: number) => {
    const clock = { ...systemClock, now: () => now };
    return createBlog({ db, config, clock, audit: createAudit({ vault: createVault({ config }), clock }) });
  };
  const moment = Date.parse(`${at.replace(' ', 'T')}:00Z`);
  const asked = { language: 'en', tag: null, search: null } as const;
  expect((await startedAt(moment - 60_000).list(asked)).map(({ slug }) => slug)).not.toContain('scheduled');
  expect(await startedAt(moment - 60_000).one('scheduled', 'en')).toBeNull();
  expect((await startedAt(moment).list(asked)).map(({ slug }) => slug)).toContain('scheduled');
  expect(await startedAt(moment).one('scheduled', 'en')).toMatchObject({ publishedAt: new Date(moment).toISOString() });
});

it('draws pictures anew, shows them at their address, and takes nothing else', async () => {
  const id = await begin('pictured');
  const send = (bytes: Buffer, name: string) => upload(`/api/v2/office/blog/${id}/pictures`, bytes, name);
  const black = { create: { width: 2_000, height: 1_000, channels: 3, background: '#000' } } as const;
  const png = await sharp(black)
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .png()
    .toBuffer();
  const [picture] = (await send(png, 'a.png')).json['pictures'] as unknown as { name: string; url: string }[];
  expect(picture).toMatchObject({ width: 1_600, height: 800 });
  const shown = await fetch(`${server.origin}/files/${picture?.name}`);
  expect(shown.headers.get('content-type')).toBe('image/webp');
  const metadata = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
  expect([metadata.width, metadata.exif]).toEqual([1_600, undefined]);
  expect((await fetch(`${server.origin}/files/${'0'.repeat(32)}`)).status).toBe(404);

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  for (const wrong of [svg, png.subarray(0, 400)])
    expect((await send(wrong, 'b.png')).json['error']).toMatchObject({ code: 'UploadError' });
  const seen = await office(`/api/v2/office/blog/${id}/preview`, editor, {
    method: 'POST',
    body: { body: `![Black](picture:${picture?.name})\n\n<script>alert(1)</script>` },
  });
  expect(htmlOf(seen.json).join('')).toContain(`src="${picture?.url}" alt="Black" width="1600" height="800"`);
  expect(htmlOf(seen.json).join('')).not.toContain('<script');
});

it('lets editors write, and nobody else', async () => {
  const id = await begin('whose');
  expect(
    (await office(textOf(id, 'en'), await personOf(server, 'SUPPORT'), { method: 'PUT', body: TEXT })).status,
  ).toBe(403);
  expect(
    (await office(textOf(id, 'en'), await personOf(server, 'AUDITOR'), { method: 'PUT', body: TEXT })).status,
  ).toBe(403);
  expect((await write(id, 'en', { ...TEXT, title: ' ' })).status).toBe(400);
  const timeline = await office(`/api/v2/office/desks/posts/${id}/timeline`, editor);
  expect(timeline.text).toMatch(/"title":"[^"]*begun/i);
});

it('shows news of the simulator once each, with all sources, and none of a feed that is switched off', async () => {
  const news = async (query = '') => (await ask(`/api/v2/news${query}`)).json as unknown as StoriesWire;
  const byBoth = async () => (await news()).items.filter(({ sources }) => sources.length === 2).length;
  await expect.poll(byBoth, { timeout: 60_000 }).toBeGreaterThanOrEqual(4);
  const { state, items } = await news();
  expect(state).toBe('current');
  expect(items.every(({ isSample }) => isSample)).toBe(true);
  const both = items.filter(({ sources }) => sources.length === 2);
  for (const { sources } of both) expect(sources.map(({ name }) => name)).toEqual(['Sample Wire', 'Sample Desk']);
  expect(items.length).toBe(new Set(items.map(({ title }) => title)).size);
  const gold = await news('?pair=XAU-USD');
  expect(gold.items.length).toBeGreaterThan(0);
  expect(gold.items.every(({ pairs }) => pairs.includes('XAU-USD'))).toBe(true);
  // What it knows of both is one item of each: asked again they have nothing new.
  const before = await server.pool.query('SELECT count(*) AS items FROM news_item');
  const { config, pool: db } = server;
  const audit = createAudit({ vault: createVault({ config }), clock: systemClock });
  const again = createNews({ db, config, audit, clock: systemClock, log: pino({ level: 'silent' }) });
  await again.gather(AbortSignal.timeout(60_000));
  await again.stop();
  expect((await server.pool.query('SELECT count(*) AS items FROM news_item')).rows).toEqual(before.rows);

  const feeds = rowsOf(await office('/api/v2/office/desks/feeds', editor));
  expect(feeds.map(({ cells }) => cells[1]?.v)).toEqual(['Read', 'Read']);
  const [wire = ''] = feeds.flatMap(({ id, cells }) => (JSON.stringify(cells).includes('Sample Wire') ? [id] : []));
  const turn = (name: string) => actsBy(office)(`feeds/${wire}`, name, editor)({ reason: 'for a test', fields: {} });
  expect((await turn('switch-off')).status).toBe(200);
  expect((await turn('switch-off')).json['error']).toMatchObject({ code: 'ActRefused' });
  const left = await news();
  expect(left.items.length).toBeGreaterThan(0);
  for (const { sources } of left.items) expect(sources.map(({ name }) => name)).toEqual(['Sample Desk']);
  expect((await turn('switch-on')).status).toBe(200);
});
