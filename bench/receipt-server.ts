/**
 * The server of `receipt-hours.ts` in a process of its own, run with `--expose-gc`: the proofs as they are built, with their loops, behind
 * HTTP. Its clock stands until the parent moves it, so that an hour is over when the parent says so.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { register } from 'prom-client';
import { pino } from 'pino';
import { createLocalBus } from '#server/bus/index.ts';
import { createPool } from '#server/db/index.ts';
import { createProofs, type Proofs } from '#server/proofs/index.ts';
import { KeyStore } from '#server/proofs/keys/key-store.ts';
import { lastHour } from '#server/proofs/store-hours.ts';

/** What the parent asks; `publish` answers once the root of the hour is there and its trees are open. */
export type ReceiptAsk =
  | { readonly kind: 'start'; readonly databaseUrl: string; readonly dataDir: string; readonly now: number }
  | { readonly kind: 'publish'; readonly now: number; readonly hour: number }
  | { readonly kind: 'memory' }
  | { readonly kind: 'stop' };
export type ReceiptAnswer =
  | { readonly kind: 'start'; readonly port: number }
  | { readonly kind: 'publish' }
  | ({ readonly kind: 'memory' } & Memory)
  | { readonly kind: 'stop' };
/** Bytes. `heap` and `buffers` (outside of the heap) after a collection; `peak`: the most of the process since it was asked last. */
export interface Memory {
  readonly rss: number;
  readonly peak: number;
  readonly heap: number;
  readonly buffers: number;
  readonly trees: number;
}

const SAMPLE_MS = 20;

interface Server {
  readonly proofs: Proofs;
  /** Is this hour published, and what follows its root done? */
  isPublished(hour: number): Promise<boolean>;
  close(): Promise<void>;
}

let server: Server | null = null;
let now = 0;
let peak = 0;
setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLE_MS).unref();

async function start(ask: Extract<ReceiptAsk, { kind: 'start' }>): Promise<number> {
  now = ask.now;
  const db = createPool(ask.databaseUrl, { max: 16 });
  const clock = { now: () => now, monotonic: () => performance.now() };
  const log = pino({ level: 'warn' });
  const proofs = await createProofs({
    config: { dataDir: ask.dataDir },
    db,
    bus: createLocalBus(),
    clock,
    log,
    signer: new KeyStore(ask.dataDir),
  });
  // Its keys are older than what they sign.
  await proofs.publish();
  proofs.start();
  const http = createServer((request, response) => {
    const [, userId = '', id = ''] = request.url?.split('/') ?? [];
    proofs.receipt({ userId, realm: 'demo', id }).then(
      (receipt) => response.end(JSON.stringify(receipt)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  server = {
    proofs,
    isPublished: async (hour) => ((await lastHour(db))?.hour ?? -1) >= hour,
    close: async () => {
      http.close();
      await proofs.stop();
      await db.end();
    },
  };
  return (http.address() as AddressInfo).port;
}

async function memory(): Promise<Memory> {
  const most = peak;
  peak = 0;
  // What the first collection frees may hold buffers that the second one gives back.
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.();
    await pause(50);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  const [trees] = (await register.getSingleMetric('tikvo_receipt_trees_bytes')?.get())?.values ?? [];
  return { rss, peak: Math.max(most, rss), heap: heapUsed, buffers: external, trees: trees?.value ?? 0 };
}

async function answer(ask: ReceiptAsk): Promise<ReceiptAnswer> {
  if (ask.kind === 'start') return { kind: 'start', port: await start(ask) };
  if (server === null) throw new Error('the server has not been started');
  if (ask.kind === 'publish') {
    now = ask.now;
    while (!(await server.isPublished(ask.hour))) await pause(50);
    return { kind: 'publish' };
  }
  if (ask.kind === 'memory') return { kind: 'memory', ...(await memory()) };
  await server.close();
  return { kind: 'stop' };
}

process.on('disconnect', () => process.exit());
process.on('message', (ask: ReceiptAsk) => {
  answer(ask).then(
    (said) => {
      process.send?.(said);
      if (said.kind === 'stop') process.disconnect();
    },
    (error: unknown) => {
      process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
      process.exit(1);
    },
  );
});
