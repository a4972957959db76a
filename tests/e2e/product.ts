import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { scratch } from '../scratch.ts';
import { freePort } from '../started.ts';

export interface Product {
  readonly origin: string;
  readonly feed: 'replay' | 'simulated';
  /** Where its chain of test money says how to ask it. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** One of its own, not shared with other files. */
export interface StartedProduct extends Product {
  /** All that it has written since its start. */
  said(): string;
}

/** Folder of the recorded prices; null where it is missing. A set variable that names no folder is a mistake. */
export function recordedDir(): string | null {
  const named = process.env['RECORDED_DIR'];
  const folder = resolve(named ?? '../shared/recorded');
  if (existsSync(folder)) return folder;
  if (named !== undefined) throw new Error(`RECORDED_DIR: there is no folder ${folder}`);
  return null;
}

export type Settings = Readonly<Record<string, string>>;
type SettingsOf = (port: number) => Settings | Promise<Settings>;

/** A port that was free a moment ago may be taken by now: then another is tried. */
const TRIES = 3;

/**
 * The product of this run with these settings, beside other files: for stories whose people are their own and that change nothing for
 * everybody. Without settings it has a chain of test money. To stop it is left to the run (`shared-products.ts`).
 */
export async function sharedProduct(settings: Settings = { LOCAL_CHAIN: 'on' }): Promise<Product> {
  const socket = connect(Number(process.env['TIKVO_TEST_PRODUCTS_PORT']), '127.0.0.1');
  socket.end(JSON.stringify(settings));
  const answer = JSON.parse(await text(socket)) as Omit<Product, 'stop'> | { readonly error: string };
  if ('error' in answer) throw new Error(answer.error);
  return { ...answer, stop: () => Promise.resolve() };
}

/** Starts the built product as a person does, on recorded prices where they are, with `settings` of its own. Resolves when it is ready. */
export async function startProduct(settings: SettingsOf = () => ({})): Promise<StartedProduct> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnce(settings);
    } catch (error) {
      if (tries === TRIES || !/EADDRINUSE|is in use/.test(String(error))) throw error;
    }
  }
}

async function startOnce(settings: SettingsOf): Promise<StartedProduct> {
  const recorded = recordedDir();
  const feed = recorded === null ? 'simulated' : 'replay';
  if (recorded === null)
    console.warn('No recorded prices: set RECORDED_DIR to compare with a naive scan; the run uses simulated ones.');
  const ownDir = await mkdtemp(join(scratch(), 'tikvo-e2e-'));
  const port = await freePort();
  const given = await settings(port);
  const dataDir = given['DATA_DIR'] ?? ownDir;
  // The test runner has variables of its own (MODE, NODE_ENV) that are none of the product's.
  const { PATH, HOME, TMPDIR } = process.env;
  const env = {
    PATH,
    HOME,
    TMPDIR,
    PORT: String(port),
    DATA_DIR: dataDir,
    FEED: feed,
    LOG_LEVEL: 'warn',
    // Their simulated people would stand in lists and sums.
    SAMPLES: 'off',
    // A chain and a wallet: what asks for no settings of its own may ask for deposits (`sharedProduct`).
    LOCAL_CHAIN: 'off',
    ...(recorded === null ? {} : { REPLAY_DIR: recorded }),
    ...given,
  };
  const child = spawn(process.execPath, ['build/server/start.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const heard: string[] = [];
  const hear = (chunk: Buffer) => void heard.push(chunk.toString());
  const said = () => heard.join('');
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const exited = new Promise<number | null>((done) => child.once('exit', done));
  const origin = `http://localhost:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(ownDir, { recursive: true, force: true });
  };
  try {
    await ready(origin, () => (child.exitCode === null ? null : said().slice(-4_000)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin, feed, dataDir, said, stop };
}

async function ready(origin: string, died: () => string | null): Promise<void> {
  const end = performance.now() + 100_000;
  while (performance.now() < end) {
    const words = died();
    if (words !== null) throw new Error(`the product ended: ${words}`);
    const answer = await fetch(`${origin}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('the product was not ready in 100 s');
}
