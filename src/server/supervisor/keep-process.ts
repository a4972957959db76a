import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { EXIT } from './exit-codes.ts';
import { createRestartBudget } from './restarts.ts';

export interface KeptProcess {
  /** Ends it; insists after 2 s. */
  stop(): Promise<void>;
}

const AGAIN_MS = 200;
/** Where it ends again and again, or says that it cannot start. */
const LATER_MS = 10_000;
const STOP_TIMEOUT_MS = 2_000;

/** Runs a process of the build and starts it again whenever it ends: the product goes on without it. `env` is all that it gets. */
export function keepProcess({
  file,
  name,
  env,
  log,
}: {
  readonly file: URL;
  /** As the log calls it. */
  readonly name: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}): KeptProcess {
  const budget = createRestartBudget();
  const stopping = new AbortController();
  let child: ChildProcess | null = null;

  function runOnce(): Promise<number> {
    return new Promise((resolve) => {
      child = fork(file, { env, execArgv: process.execArgv });
      child.once('error', (error) => {
        log.error({ err: error }, `the process of ${name} could not be started`);
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
      log.warn({ code }, `${name} ended unexpectedly; starting it again`);
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

/** What a process of secrets gets of our environment: nothing that the product knows, and the settings that are named. */
export function bareEnvironment(names: readonly string[], given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'NODE_OPTIONS', ...names];
  return { ...Object.fromEntries(kept.map((name) => [name, process.env[name]])), ...given };
}
