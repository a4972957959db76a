/** The thread that draws pages: what takes milliseconds delays no call and no socket. */
import { parentPort, workerData } from 'node:worker_threads';
import { createPortBus } from '#server/bus/index.ts';
import { loadDraw } from './draw.ts';
import type { PageThreadData } from './drawer.ts';

if (parentPort === null) throw new Error('page-thread runs as a worker of the server only');
const { build } = workerData as PageThreadData;
const bus = createPortBus(parentPort);
const drawing = loadDraw(build, (ask) => bus.request('pages.read', ask));
// A build that cannot be loaded is each page's error.
drawing.catch(() => undefined);

bus.answer('pages.draw', async (job) => {
  const draw = await drawing;
  if (draw === null) throw new Error('there is no web build');
  return draw(job);
});
