/** Thousands of bare sockets that speak just enough WebSocket to read prices: their cost must not be the figure. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Ask, Heard } from './sockets.ts';
import { percentile } from './row.ts';

/** One latency of so many is kept. */
const SAMPLE_EVERY = 7;
const CONNECTING_AT_ONCE = 200;

let received = 0;
/** Readers that the server ended. */
let closed = 0;
const latencies: number[] = [];
const sockets: Socket[] = [];

process.on('message', (message: Ask | 'report' | 'drop') => {
  if (message === 'report') {
    const heard: Heard = { received, closed, p50: percentile(latencies, 50), p99: percentile(latencies, 99) };
    process.send?.(heard);
  } else if (message === 'drop') {
    for (const socket of sockets.splice(0)) socket.destroy();
    received = 0;
    closed = 0;
    latencies.length = 0;
    process.send?.('dropped');
  } else {
    void joinAll(message).then(() => process.send?.('joined'));
  }
});

async function joinAll(ask: Ask): Promise<void> {
  const { url, clients, pairs, deaf = 0, withinMs = null } = ask;
  const [host = '', port = ''] = url.split(':');
  const one = (no: number) =>
    join({
      host,
      port: Number(port),
      pair: pairs[no % pairs.length] ?? '',
      snapshot: ask.snapshot === true,
      isDeaf: no < deaf,
    });
  if (withinMs !== null) {
    await Promise.all(
      Array.from({ length: clients }, async (_, no) => {
        await new Promise((resolve) => setTimeout(resolve, (no * withinMs) / clients));
        await one(no);
      }),
    );
    return;
  }
  for (let from = 0; from < clients; from += CONNECTING_AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(CONNECTING_AT_ONCE, clients - from) }, (_, at) => one(from + at)));
  }
}

interface Way {
  readonly host: string;
  readonly port: number;
  readonly pair: string;
  readonly snapshot: boolean;
  readonly isDeaf: boolean;
}

/** Resolves when the server said that the channel is joined and, where it is asked for, what the price is. */
function join(to: Way): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: to.host, port: to.port, noDelay: true });
    sockets.push(socket);
    let rest: Buffer = Buffer.alloc(0);
    let isOpen = false;
    let waits = to.snapshot ? 2 : 1;
    const came = () => {
      waits -= 1;
      if (waits !== 0) return;
      if (to.isDeaf) socket.pause();
      resolve();
    };
    socket.on('error', reject);
    socket.on('close', () => {
      if (!to.isDeaf && sockets.includes(socket)) closed += 1;
    });
    socket.on('connect', () => socket.write(upgradeRequest(to.host)));
    socket.on('data', (part) => {
      rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
      if (!isOpen) {
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) return;
        isOpen = true;
        rest = rest.subarray(end + 4);
        socket.write(maskedText(JSON.stringify({ op: 'subscribe', channels: [`ticks:${to.pair}`] })));
      }
      rest = readFrames(rest, socket, (text) => {
        if (text.startsWith('{"op":"ok"')) came();
        else if (!text.includes('"snapshot":true')) took(text);
        else if (to.snapshot) came();
      });
    });
  });
}

function took(text: string): void {
  received += 1;
  if (received % SAMPLE_EVERY !== 0) return;
  const time = /"time":(\d+)/.exec(text)?.[1];
  if (time !== undefined) latencies.push(Date.now() - Number(time));
}

/** An empty pong, masked with zeros: a client that gives no sign of life is cut. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

function readFrames(bytes: Buffer, socket: Socket, each: (text: string) => void): Buffer {
  let at = 0;
  while (bytes.length - at >= 2) {
    let size = (bytes[at + 1] ?? 0) & 127;
    let head = 2;
    if (size === 126) {
      if (bytes.length - at < 4) break;
      size = bytes.readUInt16BE(at + 2);
      head = 4;
    }
    if (bytes.length - at < head + size) break;
    const kind = (bytes[at] ?? 0) & 15;
    if (kind === 9) socket.write(PONG);
    if (kind === 1) each(bytes.toString('latin1', at + head, at + head + size));
    at += head + size;
  }
  return bytes.subarray(at);
}

function upgradeRequest(host: string): string {
  const key = randomBytes(16).toString('base64');
  return `GET /public HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`;
}

/** A client's text message of up to 125 bytes, masked with zeros. */
function maskedText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}
