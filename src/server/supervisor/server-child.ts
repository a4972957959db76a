import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { EXIT } from './exit-codes.ts';
import { createRestartBudget } from './restarts.ts';

/** What the server process tells its parent once it serves: the database is this folder's, and its keys fit. */
export interface ReadyMessage {
  /** `prices`: which ones people see, in words; null when none flow yet. `people`: lines on whom one can sign in as; null outside a sandbox. */
  readonly ready: { readonly port: number; readonly prices: string | null; readonly people: readonly string[] | null };
}

export interface ServerChild {
  /** Resolves with the exit code to end with, once the server is not to be started again. */
  readonly over: Promise<number>;
  /** Ends this process of the server; the next one reads the environment anew. */
  restart(): void;
  /** Asks it to stop; insists after 6 s. */
  stop(): Promise<void>;
}

interface Options {
  readonly file: URL;
  readonly env: () => NodeJS.ProcessEnv;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly onReady: (ready: ReadyMessage['ready']) => void;
  /** How long after a crash it is started again, ms; 200 unless said. */
  readonly againMs?: number;
}

const AGAIN_MS = 200;
const STOP_TIMEOUT_MS = 6000;

/** Runs the server and starts it again when it crashes, at most 5 times a minute. */
export function runServerChild(options: Options): ServerChild {
  const budget = createRestartBudget();
  let child: ChildProcess | null = null;
  const stopping = new AbortController();

  async function keepAlive(): Promise<number> {
    for (;;) {
      const code = await runOnce();
      if (stopping.signal.aborted) return EXIT.asked;
      if (code === EXIT.cannotStart || code === EXIT.asked) return code;
      if (!budget.allows(Date.now())) {
        options.log.error('the server crashed more than 5 times in a minute; giving up');
        return EXIT.gaveUp;
      }
      options.log.warn({ code }, 'the server ended unexpectedly; starting it again');
      await pause(options.againMs ?? AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return EXIT.asked;
    }
  }

  function runOnce(): Promise<number> {
    return new Promise((resolve) => {
      child = fork(options.file, { env: options.env(), execArgv: process.execArgv });
      child.on('message', ({ ready }: ReadyMessage) => options.onReady(ready));
      child.once('error', (error) => options.log.error({ err: error }, 'the server process could not be started'));
      child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGKILL' ? 137 : 1)));
    });
  }

  const over = keepAlive();
  return {
    over,
    restart: () => void child?.kill('SIGKILL'),
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      const ended = await Promise.race([over.then(() => true), pause(STOP_TIMEOUT_MS, false, { ref: false })]);
      if (!ended) child?.kill('SIGKILL');
      await over;
    },
  };
}
