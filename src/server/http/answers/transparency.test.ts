import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { mountTransparency } from './transparency.ts';

const [folder, archive] = ['shown', 'archive'].map((name) => mkdtempSync(join(tmpdir(), `tikvo-${name}-`))) as [
  string,
  string,
];
afterAll(() => {
  for (const path of [folder, archive]) rmSync(path, { recursive: true });
});

function put(root: string, name: string, text: string): void {
  mkdirSync(join(root, name, '..'), { recursive: true });
  writeFileSync(join(root, name), text);
}
put(folder, 'segments/4/100.ticks', 'young');
put(folder, 'anchors/2026-11-20.json', 'anchor');
put(folder, 'events/01a1fa8e-da08-7372-9c63-05753897e71c.json', 'event');
put(folder, 'events/notes.json', 'no receipt');
put(archive, 'segments/4/1.ticks', 'old');
put(archive, 'segments/4/100.ticks', 'not this one');
put(archive, 'hours/2026-11-20T10.json', 'no hour is archived');

async function answer(name: string, from: string | null): Promise<string | number> {
  const app = fastify();
  mountTransparency(app, { folder, archive: from });
  const { statusCode, body } = await app.inject(`/transparency/v1/${name}`);
  await app.close();
  return statusCode === 200 ? body : statusCode;
}

it.each([
  { name: 'segments/4/100.ticks', from: archive, wanted: 'young' },
  { name: 'segments/4/1.ticks', from: archive, wanted: 'old' },
  { name: 'segments/4/1.ticks', from: null, wanted: 404 },
  { name: 'hours/2026-11-20T10.json', from: archive, wanted: 404 },
  { name: 'anchors/2026-11-20.json', from: null, wanted: 'anchor' },
  { name: 'events/01a1fa8e-da08-7372-9c63-05753897e71c.json', from: null, wanted: 'event' },
  { name: 'events/notes.json', from: null, wanted: 404 },
  { name: 'anchors/..%2Findex.json', from: null, wanted: 404 },
])('$name: $wanted', async ({ name, from, wanted }) => {
  expect(await answer(name, from)).toBe(wanted);
});
