import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/**
 * Where a connection is cut at its next commit: before the database sees it, or before the client hears of it. One that is halted there
 * stays open on both sides, and carries nothing any more.
 */
export type Cut = 'before' | 'after' | 'halted before' | 'halted after';

/** What commits: the word, and a statement of the engine that is a transaction by itself. */
const COMMITS = [Buffer.from('COMMIT\0'), Buffer.from('guess_')];

/** A TCP proxy in front of PostgreSQL that cuts connections exactly where they commit. */
export class CommitProxy {
  readonly #server: Server;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  /** Cuts still to be made. */
  cuts: Cut[] = [];
  made = 0;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((client) => this.#join(client));
  }

  static async open(url: string): Promise<CommitProxy> {
    const proxy = new CommitProxy(new URL(url));
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as AddressInfo).port);
    url.searchParams.delete('host');
    return url.toString();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket): void {
    const host = this.#target.searchParams.get('host');
    const port = Number(this.#target.port || 5432);
    const server = host?.startsWith('/')
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect(port, this.#target.hostname || '127.0.0.1');
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        for (const end of ends) end.destroy();
      });
    }
    let deaf = false;
    let halted = false;
    let ends = [client, server];
    server.on('data', (bytes: Buffer) => {
      if (halted) return;
      if (!deaf) client.write(bytes);
      else client.destroy();
    });
    client.on('data', (bytes: Buffer) => {
      if (halted) return;
      const cut = COMMITS.some((word) => bytes.includes(word)) ? this.cuts.shift() : undefined;
      if (cut !== undefined) this.made += 1;
      if (cut === 'before') {
        client.destroy();
        return;
      }
      halted = cut === 'halted before' || cut === 'halted after';
      // Neither side hears of the end of the other.
      if (halted) ends = [];
      deaf = cut === 'after';
      if (cut !== 'halted before') server.write(bytes);
    });
  }
}
