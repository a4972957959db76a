import { chmodSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { Logger } from 'pino';
import { SignerRefused, type Signer } from './signer.ts';
import { addressOf, onLines, questionWire, toSignedWire, type Answer, type Question } from './signer-wire.ts';

/** Where the signer is asked. */
export interface SignerPort {
  close(): Promise<void>;
}

/**
 * Answers for a signer on a Unix socket (a pipe on Windows) that only its owner may use, with `mode` 0o660 its group too. What a predecessor
 * left there is replaced; who listens there still keeps the connections it has.
 */
export async function listenForSigning(parts: {
  readonly signer: Signer;
  readonly path: string;
  readonly mode: 0o600 | 0o660;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}): Promise<SignerPort> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    onLines(socket, (line) => {
      void answerTo(line, parts).then((answer) => {
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

/** Never rejects: what is no question is refused by its number, as far as it has one. */
async function answerTo(
  line: string,
  { signer, log }: { readonly signer: Signer; readonly log: Pick<Logger, 'error' | 'warn'> },
): Promise<Answer> {
  const asked = jsonOf(line);
  const no = numberOf(asked);
  const question = questionWire.safeParse(asked);
  if (!question.success) {
    log.warn({ why: question.error.issues[0]?.message }, 'the signer was asked what it does not know');
    return { no, refused: 'the signer knows no such question' };
  }
  try {
    return { no, value: await valueOf(question.data, signer) };
  } catch (error) {
    if (!(error instanceof SignerRefused)) {
      log.error({ err: error }, 'the signer could not answer');
      return { no, refused: 'the signer could not answer' };
    }
    log.warn({ why: error.message }, 'the signer refused a document');
    return { no, refused: error.message };
  }
}

async function valueOf(question: Question, signer: Signer): Promise<unknown> {
  switch (question.ask) {
    case 'keys':
      return signer.keys();
    case 'sign':
      return (await signer.sign(question.context, question.document)).toString('hex');
    case 'manifest': {
      const made = await signer.manifest(question);
      return made === 'no-root' ? made : toSignedWire(made);
    }
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function numberOf(asked: unknown): number {
  const no = typeof asked === 'object' && asked !== null && 'no' in asked ? asked.no : null;
  return Number.isSafeInteger(no) ? Number(no) : 0;
}
