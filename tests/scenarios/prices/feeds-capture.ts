import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { recordedDir } from './replay-scan.ts';

/** Inbound messages of a capture, in order, as they came. */
export function captured(name: string): string[] {
  const dir = recordedDir();
  if (dir === null) throw new Error('there are no captures');
  const text = gunzipSync(readFileSync(path.join(dir, 'ws-fixtures', `${name}.jsonl.gz`))).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { dir: string; raw?: string })
    .flatMap(({ dir: way, raw }) => (way === 'in' && raw !== undefined ? [raw] : []));
}

/** What a connection of the local venue does, in order. */
export type Step =
  | { readonly send: readonly (string | Uint8Array)[] }
  /** Ends the connection: politely, or as a cable that is pulled. */
  | { readonly cut: 'close' | 'pull' };

/** A venue of this machine: each connection waits for a subscription and then plays its own script; further ones stay quiet. */
export class LocalVenue {
  readonly #server: WebSocketServer;
  readonly #scripts: readonly (readonly Step[])[];
  /** First messages that the client sent, one list a connection. */
  readonly requests: string[][] = [];

  private constructor(server: WebSocketServer, scripts: readonly (readonly Step[])[]) {
    this.#server = server;
    this.#scripts = scripts;
    server.on('connection', (socket) => this.#serve(socket));
  }

  static async open(scripts: readonly (readonly Step[])[]): Promise<LocalVenue> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await new Promise((resolve) => server.once('listening', resolve));
    return new LocalVenue(server, scripts);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Says one more thing to everyone who is connected. */
  send(message: string): void {
    for (const client of this.#server.clients) client.send(message);
  }

  async close(): Promise<void> {
    for (const client of this.#server.clients) client.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: WebSocket): void {
    const asked: string[] = [];
    const script = this.#scripts[this.requests.length] ?? [];
    this.requests.push(asked);
    socket.on('message', (data) => asked.push((data as Buffer).toString('utf8')));
    socket.once('message', () => void this.#play(socket, script));
  }

  async #play(socket: WebSocket, script: readonly Step[]): Promise<void> {
    for (const step of script) {
      if ('cut' in step) {
        if (step.cut === 'close') socket.close();
        else socket.terminate();
        return;
      }
      for (const message of step.send) {
        if (socket.readyState !== socket.OPEN) return;
        const written = new Promise((resolve) => socket.send(message, resolve));
        if (socket.bufferedAmount > 1 << 20) await written;
      }
    }
  }
}
