/** The engine's own thread: drawing a page never delays a tick stamp or a commit. */
import { parentPort, workerData } from 'node:worker_threads';
import { createPortBus } from './bus/index.ts';
import { systemClock } from './clock.ts';
import { ConfigError } from './config/config.ts';
import { openEngineRuntime, type EngineRoom } from './engine-runtime.ts';
import type { EngineThreadData } from './engine-host.ts';
import { createLog } from './logging/log.ts';
import { EXIT } from './supervisor/exit-codes.ts';

if (parentPort === null) throw new Error('engine-thread runs as a worker of the server only');
const { config, databaseUrl } = workerData as EngineThreadData;
const log = createLog(config);
const bus = createPortBus(parentPort);
let engine: EngineRoom | null = null;
/** What it throws, at once or later, ends the thread; thrown into the bus it would be an answer, and the product without an engine. */
async function open(): Promise<void> {
  engine = openEngineRuntime({ config, databaseUrl, bus, clock: systemClock, log });
  await engine.started;
}

bus.answer('engine.open', () => {
  open().catch(cannotStart);
  return null;
});
bus.answer('engine.stop', async () => {
  await engine?.stop();
  return null;
});

function cannotStart(error: unknown): void {
  // What is thrown here ends the thread.
  if (!(error instanceof ConfigError)) throw error;
  // Settings that only the feeds can judge: another start would end the same way.
  for (const line of error.mistakes) process.stderr.write(`${line}\n`);
  process.exit(EXIT.cannotStart);
}
