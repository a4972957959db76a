import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPerson, startTestServer, type TestServer } from '#tests/server.ts';
import { connectLive } from '#tests/live-client.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

describe('receipts over HTTP', () => {
  it('are a file of the owner at once, and of nobody else', async () => {
    const [ada, ben] = [await demoPerson(server.origin), await demoPerson(server.origin)];
    const ask = (token: string, path: string, init: RequestInit = {}) =>
      fetch(`${server.origin}/api/v2${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
    const body = JSON.stringify({ pair: 'BTC-USD', direction: 'UP', stake: '1', durationSec: 60, payout: 0.5 });
    const placed = (await (await ask(ada.token, '/trade/predictions', { method: 'POST', body })).json()) as {
      id: string;
    };
    const answer = await ask(ada.token, `/trade/predictions/${placed.id}/receipt`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="tikvo-receipt-${placed.id}.json"`);
    expect(await answer.json()).toMatchObject({
      type: 'receipt',
      id: placed.id,
      realm: 'demo',
      result: null,
      admit_proof: { count: 1 },
    });
    expect((await ask(ben.token, `/trade/predictions/${placed.id}/receipt`)).status).toBe(404);
    // Letters of each script are found where the product runs.
    for (const language of ['ar', 'hi', 'ja']) {
      const drawn = await ask(ada.token, `/trade/predictions/${placed.id}/picture?amounts=shown`, {
        headers: { authorization: `Bearer ${ada.token}`, 'accept-language': language },
      });
      expect(drawn.status, language).toBe(200);
      const { png } = (await drawn.json()) as { png: string };
      const found = await sharp(Buffer.from(png, 'base64')).metadata();
      expect(found).toMatchObject({ format: 'png', width: 1200, height: 630 });
    }
    expect((await ask(ben.token, `/trade/predictions/${placed.id}/picture?amounts=shown`)).status).toBe(404);
    expect((await ask(ada.token, '/trade/predictions/none/receipt')).status).toBe(404);
  });
});

describe('transparency files', () => {
  it('are open to every page and mirror, and nothing else of the folder is', async () => {
    const index = await untilPublished(`${server.origin}/transparency/v1/index.json`);
    expect(index.headers.get('access-control-allow-origin')).toBe('*');
    expect(index.headers.get('cache-control')).toBe('public, max-age=30');
    const { root, keys } = (await index.json()) as { root: string; keys: number };
    const manifest = await fetch(`${server.origin}/transparency/v1/keys/${keys}.json`);
    expect(manifest.headers.get('cache-control')).toContain('immutable');
    expect(await manifest.json()).toMatchObject({ doc: { type: 'keys', root } });
    for (const name of ['keys/9.json', 'index.json.new', '..%2f..%2fkeys%2fproof-root.pem', 'keys/proof-root.pem']) {
      expect((await fetch(`${server.origin}/transparency/v1/${name}`)).status, name).toBe(404);
    }
  });

  it('are all that an hour has', async () => {
    const hour = join(server.config.dataDir, 'transparency/v1/hours/2001-01-01T00');
    mkdirSync(hour, { recursive: true });
    for (const list of ['ticks', 'admit', 'settle', 'corrections', 'events']) {
      writeFileSync(join(hour, `${list}.ndjson`), '');
      const answer = await fetch(`${server.origin}/transparency/v1/hours/2001-01-01T00/${list}.ndjson`);
      expect(answer.status, list).toBe(200);
    }
  });

  it('have heads on the socket each second', async () => {
    const client = await connectLive(server.origin, '/public');
    client.say({ op: 'subscribe', channels: ['transparency'] });
    const frame = await client.next('heads', (one) => String(one['ch']) === 'transparency');
    expect(frame).toMatchObject({
      data: {
        tickHeads: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        admitHead: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    });
    client.end();
  });
});

/** The index once something is published; before, it is there and says so. */
async function untilPublished(url: string): Promise<Response> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    const { root } = (await answer.clone().json()) as { root: string | null };
    if (root !== null) return answer;
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} names no root after 30 s`);
}
