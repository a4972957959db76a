import { Worker } from 'node:worker_threads';
import type { Bus } from './bus/index.ts';
import { createPortBus } from './bus/index.ts';
import type { Config } from './config/config.ts';
import { entry } from './config/entry.ts';

declare module '#server/bus/bus.ts' {
  interface Requests {
    /** Opens the engine; answered at once. */
    'engine.open': { input: null; output: null };
    /** Asks the engine to finish what it accepted and stop; answered when it has. */
    'engine.stop': { input: null; output: null };
  }
}

export interface EngineThreadData {
  readonly config: Config;
  readonly databaseUrl: string;
}

export interface EngineHost {
  readonly bus: Bus;
  /** Resolves with the thread's exit code when it ends by itself; its error has been given to `onError`. */
  readonly ended: Promise<number>;
  /** To be called once the database is ready. Requests that are sent after it reach the engine. */
  open(): void;
  stop(): Promise<void>;
}

const STOP_TIMEOUT_MS = 3000;

/** Starts a thread for the engine and joins it by a bus. It loads its code meanwhile; `open` opens the engine. */
export function startEngineThread(data: EngineThreadData, onError: (error: Error) => void): EngineHost {
  const worker = new Worker(entry('engine-thread'), { workerData: data, name: 'engine' });
  const bus = createPortBus(worker);
  worker.on('error', onError);
  const ended = new Promise<number>((resolve) => worker.once('exit', resolve));
  return {
    bus,
    ended,
    open: () => void bus.request('engine.open', null).catch(onError),
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), STOP_TIMEOUT_MS);
      });
      await Promise.race([bus.request('engine.stop', null).catch(() => null), late]);
      clearTimeout(timer);
      bus.close();
      await worker.terminate();
    },
  };
}
