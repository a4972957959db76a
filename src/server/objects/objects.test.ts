import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openObjects, type ObjectPlace } from './index.ts';

const SECRET = 'wJalrXUtnFEMI';
const NAME = 'a'.repeat(32);

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Signature version 4 of a request, as the store computes it by itself (docs.aws.amazon.com, "Create a signed request"). */
function signatureOf(request: IncomingMessage, body: Buffer): string {
  const header = (name: string) => String(request.headers[name] ?? '');
  const [, date = '', signed = ''] =
    /Credential=\w+\/(\d{8})\/\S+?\/s3\/aws4_request, ?SignedHeaders=([\w;-]+)/.exec(header('authorization')) ?? [];
  const headers = signed.split(';').map((name) => `${name}:${header(name)}\n`);
  const claimed = header('x-amz-content-sha256');
  if (claimed !== sha256(body)) return 'another body';
  const canonical = [request.method, request.url, '', headers.join(''), signed, claimed].join('\n');
  const scope = `${date}/eu-central-1/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, sha256(canonical)].join('\n');
  const key = ['eu-central-1', 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${SECRET}`, date));
  return hmac(key, text).toString('hex');
}

/** A store with one bucket, `documents`, that takes what is signed with `SECRET`. */
function bucket(): Server {
  const kept = new Map<string, Buffer>();
  return createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const { url = '', method } = request;
      const given = /Signature=([0-9a-f]{64})/.exec(request.headers.authorization ?? '')?.[1];
      if (given !== signatureOf(request, body)) return reply.writeHead(403).end('<Error/>');
      if (!url.startsWith('/documents/')) return reply.writeHead(404).end('<Error/>');
      if (method === 'PUT') kept.set(url, body);
      if (method === 'DELETE') kept.delete(url);
      if (method !== 'GET') return reply.writeHead(method === 'PUT' ? 200 : 204).end();
      const found = kept.get(url);
      return found === undefined ? reply.writeHead(404).end('<Error/>') : reply.writeHead(200).end(found);
    });
  });
}

let folder: string;
let store: Server;
let origin: string;
const places: Record<string, () => ObjectPlace> = {
  disk: () => ({ kind: 'disk', folder }),
  S3: () => place({}),
};
const place = (other: { url?: string; secret?: string }): ObjectPlace => ({
  kind: 's3',
  url: `${origin}/documents`,
  region: 'eu-central-1',
  keyId: 'AKID',
  secret: SECRET,
  ...other,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tikvo-objects-'));
  store = bucket();
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
});
afterAll(async () => {
  store.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each(Object.keys(places))('objects on %s', (kind) => {
  it('are written, read, written again and removed', async () => {
    const objects = openObjects((places[kind] ?? places['disk'])!());
    expect(await objects.get(NAME)).toBeNull();
    await objects.put(NAME, Buffer.from([0, 1, 255]));
    await objects.put(NAME, Buffer.from([7, 0, 255]));
    expect(await objects.get(NAME)).toEqual(Buffer.from([7, 0, 255]));
    await objects.remove(NAME);
    await objects.remove(NAME);
    expect(await objects.get(NAME)).toBeNull();
  });

  it('have names of their own kind, and no other reaches a path', async () => {
    const objects = openObjects((places[kind] ?? places['disk'])!());
    for (const name of ['../../etc/passwd', 'A'.repeat(32), '', `${NAME}/x`]) {
      await expect((async () => objects.get(name))()).rejects.toThrow('not the name');
      await expect(objects.put(name, Buffer.from('x'))).rejects.toThrow('not the name');
    }
  });
});

it('on disk are for nobody else to read, and leave nothing half', async () => {
  const objects = openObjects({ kind: 'disk', folder });
  await objects.put(NAME, Buffer.from('x'));
  const path = join(folder, 'aa');
  expect(await readdir(path)).toEqual([NAME]);
  expect((await stat(join(path, NAME))).mode & 0o077).toBe(0);
});

it('on S3 say so where the store does not take them', async () => {
  await expect(openObjects(place({ secret: 'another' })).put(NAME, Buffer.from('x'))).rejects.toThrow('403');
  await expect(openObjects(place({ url: `${origin}/elsewhere` })).put(NAME, Buffer.from('x'))).rejects.toThrow(
    'no such bucket',
  );
});
