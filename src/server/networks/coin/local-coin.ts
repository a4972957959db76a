import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { freePort, runBeside, type LocalChain, type RunningChain } from '../local/keep.ts';
import { CoreClient } from './core-client.ts';

/** The test chain of coins: a regtest of Litecoin, whose program the system has or has not. */
export interface LocalCoinChain extends LocalChain {
  readonly cookieFile: string;
}

/** Blocks until the first of its rewards can be spent, and one more. */
const FIRST_BLOCKS = 102;
const BLOCK_MS = 1_000;
/** A block is made after this at the latest, ms. */
const QUIET_MS = 60_000;
/** How many blocks follow one with a transaction: more than anybody waits for. */
const AFTERWARDS = 12;
const AGAIN_MS = 1_000;
/** Where it ends again and again. */
const LATER_MS = 60_000;
const ANSWER_TRIES = 200;
/** A wallet that the chain keeps: it mines, and gives test money away. */
const RICH = 'rich';
const ALREADY_LOADED = -35;
const NO_WALLET_FILE = -18;

/** The program in the path of the system; null: it is not installed. */
export function findLitecoind(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, 'litecoind')).find((file) => existsSync(file)) ?? null;
}

/** Where the address of the chain stands that runs on a data folder, or ran last; and its own password. */
export const localCoinFile = (dataDir: string): string => join(dataDir, 'coin-chain', 'url');
export const coinCookieFile = (dataDir: string): string => join(dataDir, 'coin-chain', 'regtest', '.cookie');

/** One run of it, on a port and a folder, and where it answers. Blocks are made by who wants some. */
export function runCoinChain({
  file,
  port,
  folder,
}: {
  readonly file: string;
  readonly port: number;
  readonly folder: string;
}): { readonly running: RunningChain; readonly url: string; readonly cookieFile: string } {
  mkdirSync(folder, { recursive: true });
  const line = `-regtest -server -listen=0 -rpcbind=127.0.0.1 -rpcallowip=127.0.0.1 -rpcport=${port} -txindex=1 -fallbackfee=0.0002 -walletrbf=1 -mempoolreplacement=1 -dbcache=8 -par=1 -rpcthreads=2 -printtoconsole=0 -shrinkdebugfile=1`;
  return {
    running: runBeside(file, [`-datadir=${folder}`, ...line.split(' ')]),
    url: `http://127.0.0.1:${port}`,
    cookieFile: join(folder, 'regtest', '.cookie'),
  };
}

/** Waits until it answers, and sees to it that its wallet has coins to give. false: it never did. */
export async function fillCoinChain(client: CoreClient, signal?: AbortSignal): Promise<boolean> {
  const answers = () =>
    client.call('getblockcount').then(
      () => true,
      () => false,
    );
  for (let tries = 0; !(await answers()); tries += 1) {
    if (signal?.aborted === true || tries === ANSWER_TRIES) return false;
    await pause(50);
  }
  if ((await client.find('loadwallet', { params: [RICH], codes: [ALREADY_LOADED, NO_WALLET_FILE, -4] })) === null) {
    await client.find('createwallet', { params: [RICH], codes: [-4] });
  }
  const height = z.int().parse(await client.call('getblockcount'));
  if (height < FIRST_BLOCKS) await mineCoins(client, FIRST_BLOCKS - height);
  return true;
}

export async function mineCoins(client: CoreClient, blocks: number): Promise<void> {
  await client.call('generatetoaddress', [blocks, await client.call('getnewaddress', ['', 'bech32'])]);
}

/**
 * Runs the chain again whenever it ends. Nobody waits for it: while it is away its network is under maintenance. Its state is kept in
 * `coin-chain` below the data folder. null: the system has no such program, and there is no such network.
 */
export async function keepLocalCoinChain({
  dataDir,
  log,
}: {
  readonly dataDir: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}): Promise<LocalCoinChain | null> {
  const file = findLitecoind();
  if (file === null) return null;
  const port = await freePort();
  const folder = join(dataDir, 'coin-chain');
  const stopping = new AbortController();
  const { signal } = stopping;
  const wait = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);
  const url = `http://127.0.0.1:${port}`;
  const cookieFile = coinCookieFile(dataDir);
  let run: RunningChain | null = null;

  async function keepAlive(program: string): Promise<void> {
    mkdirSync(folder, { recursive: true });
    // For commands, which the parent does not tell.
    writeFileSync(localCoinFile(dataDir), url);
    for (let failures = 0; !signal.aborted;) {
      run = runCoinChain({ file: program, port, folder }).running;
      const gone = new AbortController();
      void run.ended.then(() => gone.abort());
      const served = await serve(new CoreClient({ url, cookieFile }), AbortSignal.any([gone.signal, signal]), log);
      if (signal.aborted) return;
      await run.end();
      failures = served ? 0 : failures + 1;
      log.warn({ failures }, 'the local chain of coins ended; starting it again');
      await wait(failures > 2 ? LATER_MS : AGAIN_MS);
    }
  }

  const over = keepAlive(file);
  return {
    url,
    cookieFile,
    async stop() {
      stopping.abort();
      await run?.end();
      await over;
    },
  };
}

/** Makes blocks until the process has ended. false: it never answered. */
async function serve(client: CoreClient, signal: AbortSignal, log: Pick<Logger, 'warn'>): Promise<boolean> {
  try {
    if (!(await fillCoinChain(client, signal))) return false;
    await mineWhileWanted(client, signal);
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'the local chain of coins does not do what it is asked');
  }
  return true;
}

/** A block each second while there is something to confirm, else one a minute. Ends with `signal`. */
async function mineWhileWanted(client: CoreClient, signal: AbortSignal): Promise<void> {
  const height = async () => z.int().parse(await client.call('getblockcount'));
  // What was on its way at the last stop goes on.
  let until = (await height()) + AFTERWARDS;
  let lastAt = Date.now();
  while (!signal.aborted) {
    await pause(BLOCK_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const isBusy = z.array(z.string()).parse(await client.call('getrawmempool')).length > 0;
    const head = await height();
    if (!isBusy && head >= until && Date.now() - lastAt < QUIET_MS) continue;
    await mineCoins(client, 1);
    lastAt = Date.now();
    if (isBusy) until = head + 1 + AFTERWARDS;
  }
}
