import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import type { Requests } from '#server/bus/bus.ts';
import type { CrashPoint } from '#server/crash-points.ts';

declare module '#server/bus/bus.ts' {
  interface Requests {
    /** Of the test's process alone: play money by a journal beside the batches. */
    'chaos.refill': { input: { readonly userId: string }; output: null };
  }
}

type Asked =
  | 'trading.place'
  | 'trading.sell'
  | 'exchange.order'
  | 'exchange.cancel'
  | 'exchange.leave'
  | 'exchange.sets'
  | 'exchange.rounds'
  | 'chaos.refill';

export interface Question {
  readonly no: number;
  readonly topic: Asked;
  readonly input: never;
}

export type Answer =
  | { readonly ready: true }
  | { readonly no: number; readonly reply: unknown }
  | { readonly no: number; readonly failure: string };

/** An engine process as its parent sees it. */
export interface EngineProcess {
  readonly pid: number;
  /** Resolves when the engine owns the shard and has caught up; rejects when the process ends before. */
  readonly ready: Promise<void>;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Rejects when the process ends before it answers: then the outcome is unknown. */
  ask<T extends Asked>(topic: T, input: Requests[T]['input']): Promise<Requests[T]['output']>;
  signal(name: NodeJS.Signals): void;
}

export interface EngineOptions {
  readonly databaseUrl: string;
  /** Holds its tail files. */
  readonly dataDir: string;
  /** Dies at a point's nth pass. */
  readonly crash?: { readonly point: CrashPoint; readonly pass: number };
  /** Its clock goes ahead of this machine's by so much, ms. */
  readonly aheadMs?: number;
  /** `proofs`: it proves its batches too; `migrate`: it brings the schema up to date and does nothing else. */
  readonly task?: 'engine' | 'proofs' | 'migrate';
  /** What else a build of the process puts in the place of the product's modules. */
  readonly build?: Plugin;
}

const SOURCE = fileURLToPath(new URL('./engine-process.ts', import.meta.url));
const CRASH_AT = fileURLToPath(new URL('./crash-at.ts', import.meta.url));
const MIGRATIONS = new URL('../../src/server/db/migrations/', import.meta.url).href;
/** Below node_modules, so that the packages it leaves outside are found. */
const BUNDLES = fileURLToPath(new URL('../../node_modules/.cache/tikvo-chaos/', import.meta.url));

/** What makes it a test build: the points at which the product names a crash do crash. */
const crashing: Plugin = {
  name: 'crash-points',
  setup(to) {
    to.onResolve({ filter: /\/crash-points\.ts$/ }, () => ({ path: CRASH_AT }));
  },
};

/** By the name of what else they were built with. */
const bundles = new Map<string, Promise<string>>();

/** The process as one file, built as the product's threads are: it starts in a fraction of the time of its sources. */
function bundled(also?: Plugin): Promise<string> {
  const name = also?.name ?? '';
  const bundle = bundles.get(name) ?? bundledWith(also === undefined ? [crashing] : [crashing, also]);
  bundles.set(name, bundle);
  return bundle;
}

/** A process of a test as one file, in which the product's crash points do crash. */
export function bundleOf(source: string): Promise<string> {
  return bundledWith([crashing], source);
}

async function bundledWith(plugins: Plugin[], source = SOURCE): Promise<string> {
  const outfile = `${BUNDLES}${process.pid}-${randomUUID()}.mjs`;
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    packages: 'external',
    loader: { '.json': 'json' },
    plugins,
    logLevel: 'error',
  });
  process.once('exit', () => rmSync(outfile, { force: true }));
  return outfile;
}

interface Waiting {
  readonly resolve: (reply: never) => void;
  readonly reject: (error: Error) => void;
}

/** Starts an engine on the simulated feed. */
export async function startEngine(options: EngineOptions): Promise<EngineProcess> {
  const { crash } = options;
  const child = fork(await bundled(options.build), {
    execArgv: ['--enable-source-maps'],
    serialization: 'advanced',
    env: {
      PATH: process.env['PATH'],
      MODE: 'sandbox',
      FEED: 'simulated',
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: options.dataDir,
      PORT: '0',
      LOG_LEVEL: process.env['CHAOS_LOG'] ?? 'fatal',
      TASK: options.task ?? 'engine',
      MIGRATIONS,
      CLOCK_AHEAD_MS: `${options.aheadMs ?? 0}`,
      ...(crash === undefined ? {} : { CRASH_AT: `${crash.point} ${crash.pass}` }),
    },
  });
  const waiting = new Map<number, Waiting>();
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => {
      for (const { reject } of waiting.values()) reject(new Error('the engine process ended'));
      waiting.clear();
      resolve(signal ?? code ?? 0);
    });
  });
  let next = 0;
  return {
    pid: child.pid ?? 0,
    ready: readiness(child, waiting),
    ended,
    ask: (topic, input) =>
      new Promise((resolve, reject) => {
        const no = (next += 1);
        waiting.set(no, { resolve, reject });
        const question: Question = { no, topic, input: input as never };
        if (child.connected) child.send(question, (error) => error && reject(error));
        else reject(new Error('the engine process has gone'));
      }),
    signal: (name) => void child.kill(name),
  };
}

function readiness(child: ChildProcess, waiting: Map<number, Waiting>): Promise<void> {
  const ready = new Promise<void>((resolve, reject) => {
    child.once('exit', (code, signal) =>
      reject(new Error(`the engine ended with ${signal ?? code} before it was ready`)),
    );
    child.on('message', (answer: Answer) => {
      if ('ready' in answer) {
        resolve();
        return;
      }
      const asked = waiting.get(answer.no);
      waiting.delete(answer.no);
      if ('reply' in answer) asked?.resolve(answer.reply as never);
      else asked?.reject(new Error(answer.failure));
    });
  });
  // Whoever kills a process before it is ready does not wait for it to be.
  ready.catch(() => undefined);
  return ready;
}
