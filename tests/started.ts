import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './tree.ts';

/** `npm start` without npm: the parent process of a build, with what it printed. */
export interface Started {
  readonly process: ChildProcess;
  readonly pid: number;
  readonly origin: string;
  /** stdout and stderr so far. */
  said(): string;
  readonly ended: Promise<number | null>;
  /** Process ids of the server child, of the signer, of the database and of the local chain. */
  children(): Readonly<Record<'server' | 'signer' | 'wallet' | 'database' | 'chain', number | null>>;
  /** Waits until `path` answers 200. */
  answers(path: string): Promise<void>;
}

/** A port that was free a moment ago, below those that a system gives to outgoing connections of whoever asks. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error('no free port found');
}

/** Bundles the server as it is now, apart from the build that people use. Gives its folder; removed by `remove`. */
export function buildServer(): { readonly folder: string; remove(): void } {
  const folder = join(ROOT, `build/trial-${process.pid}`);
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/build-server.mjs'), folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the server could not be built: ${stderr}`);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts the parent on a data folder; settings as a person would give them. */
export function start(options: {
  readonly build: string;
  readonly dataDir: string;
  readonly port: number;
  readonly env?: Readonly<Record<string, string>>;
}): Started {
  const child = spawn(process.execPath, [join(options.build, 'start.js')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: options.dataDir,
      PORT: String(options.port),
      HOST: '127.0.0.1',
      FEED: 'simulated',
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      // The test runner has a variable of this name for itself.
      MODE: '',
      // A process more, which few tests want.
      LOCAL_CHAIN: 'off',
      // Its simulated people trade for a while, and stand in lists and sums.
      SAMPLES: 'off',
      ...options.env,
    },
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (text += part));
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const origin = `http://127.0.0.1:${options.port}`;
  return {
    process: child,
    pid: child.pid ?? 0,
    origin,
    said: () => text,
    ended,
    children: () => {
      const database = numbersIn(join(options.dataDir, 'postgres/data/postmaster.pid'))[0] ?? null;
      // Linux lists the children of a process's main thread, each with the file that it runs.
      const all = numbersIn(`/proc/${child.pid}/task/${child.pid}/children`);
      const running = (name: string) => all.find((pid) => textOf(`/proc/${pid}/cmdline`).includes(name)) ?? null;
      return {
        server: running('/main.js'),
        signer: running('/signer-process.js'),
        wallet: running('/wallet-process.js'),
        database,
        chain: running('/bin/anvil'),
      };
    },
    answers: (path) => untilAnswers(`${origin}${path}`, { ended: () => child.exitCode !== null, said: () => text }),
  };
}

/** Linux: the processes that were given `folder`, by their command line or their environment, besides this one. */
export function processesOf(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => `${textOf(`/proc/${pid}/cmdline`)}${textOf(`/proc/${pid}/environ`)}`.includes(folder))
    .map(Number);
}

async function untilAnswers(
  url: string,
  server: { readonly ended: () => boolean; readonly said: () => string },
): Promise<void> {
  for (let tries = 0; tries < 600 && !server.ended(); tries += 1) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer; the server said: ${server.said()}`);
}

function numbersIn(file: string): readonly number[] {
  return textOf(file)
    .split(/\s+/)
    .filter((text) => /^\d+$/.test(text))
    .map(Number);
}

/** '' where there is none. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
