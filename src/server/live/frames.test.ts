import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { channelFrame, textFrame } from './frames.ts';

let server: WebSocketServer;
let next: Buffer;
beforeAll(async () => {
  server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    perMessageDeflate: false,
  });
  server.on('connection', (_socket, request) => request.socket.write(next));
  await once(server, 'listening');
});
afterAll(() => server.close());

/** What a client of the library makes of our bytes. */
async function readBack(frame: Buffer): Promise<string> {
  next = frame;
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [data] = (await once(socket, 'message')) as [Buffer];
  socket.close();
  return data.toString();
}

describe('text frames', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('of %i bytes are read back', async (size) => {
    const text = 'x'.repeat(size);
    expect(await readBack(textFrame(text))).toBe(text);
  });

  it('count bytes, not letters', async () => {
    const text = 'सोना 黄金 ذهب '.repeat(20);
    expect(await readBack(textFrame(text))).toBe(text);
  });

  it('hold a channel message', async () => {
    const message = {
      ch: 'ticks:BTC-USD',
      seq: 7,
      t: 1,
      data: { price: 1.5 },
      snapshot: true,
    } as const;
    expect(JSON.parse(await readBack(channelFrame(message)))).toEqual(message);
  });
});
