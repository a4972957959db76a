/** The engine's own thread: drawing a page never delays a tick stamp or a commit. */
import { parentPort, workerData } from 'node:worker_threads';
import { createPortBus } from './bus/index.ts';
import { systemClock } from './clock.ts';
import { openEngineRoom } from './engine-room.ts';
import type { EngineThreadData } from './engine-host.ts';
import { createLog } from './log.ts';

if (parentPort === null) throw new Error('engine-thread runs as a worker of the server only');
const { config, databaseUrl } = workerData as EngineThreadData;
const log = createLog(config);
const bus = createPortBus(parentPort);
const room = openEngineRoom({ config, databaseUrl, bus, clock: systemClock, log });
bus.answer('engine.stop', async () => {
  await room.stop();
  return null;
});
await room.started;
