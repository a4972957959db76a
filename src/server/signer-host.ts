import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { SignerAway, SignerClient, type Signer } from './proofs/index.ts';
import { entry } from './config/entry.ts';
import { EXIT } from './supervisor/exit-codes.ts';
import { createRestartBudget } from './supervisor/restarts.ts';

interface HostParts {
  readonly config: Pick<Config, 'dataDir' | 'logLevel' | 'signer'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

export interface SignerChild {
  /** Ends it; insists after 2 s. */
  stop(): Promise<void>;
}

const AGAIN_MS = 200;
/** Where it ends again and again, or says that it cannot start. */
const LATER_MS = 10_000;
const STOP_TIMEOUT_MS = 2_000;
const ANSWER_TRIES = 100;

/** Runs the signer on the data folder and starts it again whenever it ends: the product goes on without it, unproven. */
export function keepSigner({ config, log }: HostParts): SignerChild {
  const budget = createRestartBudget();
  const stopping = new AbortController();
  let child: ChildProcess | null = null;

  function runOnce(): Promise<number> {
    return new Promise((resolve) => {
      child = fork(entry('signer-process'), { env: environmentOf(config), execArgv: process.execArgv });
      child.once('error', (error) => {
        log.error({ err: error }, 'the process of the signer could not be started');
        resolve(1);
      });
      // Not 'close', which does not come where we hung up.
      child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGKILL' ? 137 : 1)));
    });
  }

  async function keepAlive(): Promise<void> {
    while (!stopping.signal.aborted) {
      const code = await runOnce();
      if (stopping.signal.aborted) return;
      log.warn({ code }, 'the signer ended unexpectedly; starting it again');
      const wait = code !== EXIT.cannotStart && budget.allows(Date.now()) ? AGAIN_MS : LATER_MS;
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const over = keepAlive();
  return {
    async stop() {
      stopping.abort();
      if (child?.connected === true) child.disconnect();
      const ended = await Promise.race([over.then(() => true), pause(STOP_TIMEOUT_MS, false, { ref: false })]);
      if (!ended) child?.kill('SIGKILL');
      await over;
    },
  };
}

/** Nothing that the product knows goes to the signer: no database, no key of the vault, no mail. */
function environmentOf({ dataDir, logLevel }: HostParts['config']): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, NODE_OPTIONS } = process.env;
  return { PATH, SystemRoot, NODE_OPTIONS, DATA_DIR: dataDir, LOG_LEVEL: logLevel };
}

/** For a command: the signer that runs, or one of its own for that time where the product is not running. */
export async function reachSigner(parts: HostParts): Promise<{ readonly signer: Signer; release(): Promise<void> }> {
  const { socket, own } = parts.config.signer;
  const signer = new SignerClient(socket);
  if (!own || (await answers(signer))) return { signer, release: async () => undefined };
  const child = keepSigner(parts);
  for (let tries = 0; tries < ANSWER_TRIES && !(await answers(signer)); tries += 1) await pause(100);
  return { signer, release: () => child.stop() };
}

async function answers(signer: Signer): Promise<boolean> {
  try {
    await signer.keys();
    return true;
  } catch (error) {
    if (error instanceof SignerAway) return false;
    throw error;
  }
}
