import { chmodSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { addressOf, onLines, type Answer } from './lines.ts';

/** Where a process of secrets is asked. */
export interface LinePort {
  close(): Promise<void>;
}

/**
 * Answers each line on a Unix socket (a pipe on Windows) that only its owner may use, with `mode` 0o660 its group too. What a predecessor
 * left there is replaced; who listens there still keeps the connections it has. `answer` never rejects.
 */
export async function listenForLines(parts: {
  readonly path: string;
  readonly mode: 0o600 | 0o660;
  readonly answer: (line: string) => Promise<Answer>;
}): Promise<LinePort> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    onLines(socket, (line) => {
      void parts.answer(line).then((answer) => {
        if (!socket.destroyed) socket.write(`${JSON.stringify(answer)}\n`);
      });
    });
  });
  const leave = await takePlace(server, parts);
  return {
    async close() {
      leave();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** What a line says; null: it is no JSON. */
export function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The number of a question; 0 where it has none. */
export function numberOf(asked: unknown): number {
  const no = typeof asked === 'object' && asked !== null && 'no' in asked ? asked.no : null;
  return Number.isSafeInteger(no) ? Number(no) : 0;
}

/** Listens under a name of its own, then takes the place by renaming: nobody meets a socket that others may use, or none. Gives how to leave. */
async function takePlace(
  server: Server,
  { path, mode }: { readonly path: string; readonly mode: number },
): Promise<() => void> {
  const place = addressOf(path);
  if (process.platform === 'win32') {
    await listen(server, place);
    return () => undefined;
  }
  const draft = `${place}.${process.pid}`;
  rmSync(draft, { force: true });
  const before = process.umask(0o177);
  try {
    await listen(server, draft);
  } finally {
    process.umask(before);
  }
  chmodSync(draft, mode);
  renameSync(draft, place);
  const mine = statSync(place).ino;
  return () => {
    if (statSync(place, { throwIfNoEntry: false })?.ino === mine) rmSync(place, { force: true });
  };
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
