import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import { deployTestTokens, mineWhileWanted } from './blocks.ts';
import { LocalRpc } from './rpc.ts';

/** The chain of a sandbox: a process of its own under the care of the parent. */
export interface LocalChain {
  /** Where it answers, or will in a moment. */
  readonly url: string;
  /** Ends it, with its state written; insists after 2 s. */
  stop(): Promise<void>;
}

interface Parts {
  readonly dataDir: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

const AGAIN_MS = 1_000;
/** Where it ends again and again. */
const LATER_MS = 60_000;
const STOP_TIMEOUT_MS = 2_000;
const ANSWER_TRIES = 200;

/**
 * Starts the chain and starts it again whenever it ends. Nobody waits for it: while it is away, or where it cannot run at all, its network
 * is under maintenance. Its state is kept in `chain` below the data folder.
 */
export async function keepLocalChain({ dataDir, log }: Parts): Promise<LocalChain> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const stopping = new AbortController();
  const wait = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  const binary = findBinary();
  const state = join(dataDir, 'chain', 'state.json');
  let child: RunningChain | null = null;

  async function keepAlive(file: string): Promise<void> {
    mkdirSync(dirname(state), { recursive: true });
    // For commands, which the parent does not tell.
    writeFileSync(localChainFile(dataDir), url);
    for (let failures = 0; !stopping.signal.aborted;) {
      child = runChain({ file, port, state });
      const served = await serve({ url, ended: child.ended, stopping: stopping.signal, log });
      if (stopping.signal.aborted) return;
      await child.end();
      failures = served ? 0 : failures + 1;
      log.warn({ failures }, 'the local chain ended; starting it again');
      // Twice, for the file may have been half written by one that was just ending.
      if (failures === 2 && existsSync(state)) renameSync(state, `${state}.unreadable`);
      await wait(failures > 2 ? LATER_MS : AGAIN_MS);
    }
  }

  if (binary === null) log.info('there is no local chain for this kind of machine');
  const over = binary === null ? Promise.resolve() : keepAlive(binary);
  return {
    url,
    async stop() {
      stopping.abort();
      await child?.end();
      await over;
    },
  };
}

/** Deploys what is missing and makes blocks, until the process has ended. False: it never answered. */
async function serve(at: {
  readonly url: string;
  readonly ended: Promise<void>;
  readonly stopping: AbortSignal;
  readonly log: Parts['log'];
}): Promise<boolean> {
  const rpc = new LocalRpc(at.url);
  const gone = new AbortController();
  const over = at.ended.then(() => gone.abort());
  const signal = AbortSignal.any([gone.signal, at.stopping]);
  for (let tries = 0; !signal.aborted; tries += 1) {
    if (await rpc.answers()) break;
    if (tries === ANSWER_TRIES) return false;
    await pause(50, undefined, { signal }).catch(() => undefined);
  }
  if (signal.aborted) return false;
  try {
    await deployTestTokens(rpc);
    await mineWhileWanted(rpc, signal);
  } catch (error) {
    if (!signal.aborted) at.log.warn({ err: error }, 'the local chain does not do what it is asked');
  }
  if (gone.signal.aborted) await over;
  return true;
}

export interface RunningChain {
  readonly ended: Promise<void>;
  end(): Promise<void>;
}

/** Ends also when we are killed: the pipe that its shell reads is closed then. */
const UNTIL_THE_PIPE_ENDS = '"$0" "$@" & it=$!; (cat <&3 >/dev/null; kill $it 2>/dev/null) & wait $it';

/** Where the address of the chain stands that runs on a data folder, or ran last. */
export const localChainFile = (dataDir: string): string => join(dataDir, 'chain', 'url');

/** One run of the program, on a port and a file of its state. */
export function runChain({
  file,
  port,
  state,
}: {
  readonly file: string;
  readonly port: number;
  readonly state: string;
}): RunningChain {
  const { chainId } = LOCAL_NETWORK;
  // Blocks are made by `mineWhileWanted`.
  const line = `--host 127.0.0.1 --port ${port} --chain-id ${chainId} --no-mining --slots-in-an-epoch 4 --silent --no-cors`;
  return runBeside(file, [...line.split(' '), '--state', state, '--state-interval', '5']);
}

/** Runs a program that ends with us, however we end. */
export function runBeside(file: string, args: readonly string[]): RunningChain {
  const hasShell = process.platform !== 'win32';
  const child: ChildProcess = hasShell
    ? spawn('/bin/sh', ['-c', UNTIL_THE_PIPE_ENDS, file, ...args], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
    : spawn(file, args, { stdio: 'ignore' });
  const pipe = child.stdio[3] as Writable | null | undefined;
  pipe?.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  return {
    ended,
    async end() {
      if (pipe === null || pipe === undefined) child.kill();
      else pipe.destroy();
      const inTime = await Promise.race([ended.then(() => true), pause(STOP_TIMEOUT_MS, false, { ref: false })]);
      if (!inTime) child.kill('SIGKILL');
    },
  };
}

/** The program of this machine; null: there is none. Its package holds it, so that nothing is fetched by a script. */
export function findBinary(): string | null {
  const machine = process.arch === 'x64' ? 'amd64' : process.arch;
  try {
    const ours = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
    const its = createRequire(ours).resolve(`@foundry-rs/anvil-${process.platform}-${machine}/package.json`);
    return join(dirname(its), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
  } catch {
    return null;
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
