import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PairCache } from '#server/engine-client/index.ts';
import { readConfig } from '#server/config/config.ts';
import { createPages } from './pages.ts';
import { publicConfigOf } from './public-config.ts';

let root: string;
let app: FastifyInstance;
const answered: unknown[] = [];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'tikvo-pages-'));
  mkdirSync(join(root, 'build/web/client'), { recursive: true });
  writeFileSync(join(root, 'build/web/client/robots.txt'), 'User-agent: *\n');
  app = fastify();
  const publicConfig = publicConfigOf(readConfig({ FEED: 'simulated' }));
  const pages = await createPages(app, { root, publicConfig, pairCache: {} as PairCache, isOneTooMany: () => false });
  app.setNotFoundHandler(async (request, reply) => {
    const done = await pages.answer(request, reply);
    answered.push(done);
    return done ? reply : reply.code(404).send('nothing');
  });
});
afterEach(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

it('says whether it answered, so that nobody answers after it', async () => {
  const file = await app.inject('/robots.txt');
  expect([file.statusCode, file.body]).toEqual([200, 'User-agent: *\n']);
  expect((await app.inject('/nothing.txt')).statusCode).toBe(404);
  expect(answered).toEqual([true, false]);
});
