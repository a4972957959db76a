import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createPortBus, type Bus } from '#server/bus/index.ts';
import { entry } from '#server/config/entry.ts';
import { loadDraw, type Draw, type DrawJob, type Drawn } from './draw.ts';
import type { PageAsk, PageReads } from './page-reads.ts';

declare module '#server/bus/bus.ts' {
  interface Requests {
    'pages.draw': { input: DrawJob; output: Drawn };
    /** Asked by the thread that draws. */
    'pages.read': { input: PageAsk; output: unknown };
  }
}

export interface PageThreadData {
  /** Path of the web build's server part. */
  readonly build: string;
}

export interface Drawer {
  readonly draw: Draw;
  stop(): Promise<void>;
}

/** Who draws the pages: a thread of its own; where the server runs from its sources, this one. null: there is no web build. */
export async function createDrawer(root: string, reads: PageReads): Promise<Drawer | null> {
  const build = join(root, 'build/web/server/index.js');
  if (!existsSync(build)) return null;
  if (existsSync(entry('page-thread'))) return new DrawingThread({ build }, reads);
  const drawing = loadDraw(build, reads);
  // A build that cannot be loaded is each page's error.
  drawing.catch(() => undefined);
  return { draw: async (job) => (await drawing)!(job), stop: () => Promise.resolve() };
}

/** One that ended is begun anew with the next page; what it had to draw is refused. */
class DrawingThread implements Drawer {
  readonly #data: PageThreadData;
  readonly #reads: PageReads;
  #running: { readonly worker: Worker; readonly bus: Bus } | null = null;

  constructor(data: PageThreadData, reads: PageReads) {
    this.#data = data;
    this.#reads = reads;
    this.#begin();
  }

  readonly draw: Draw = (job) => (this.#running ?? this.#begin()).bus.request('pages.draw', job);

  #begin(): { readonly worker: Worker; readonly bus: Bus } {
    const worker = new Worker(entry('page-thread'), { workerData: this.#data, name: 'pages' });
    const running = { worker, bus: createPortBus(worker) };
    this.#running = running;
    running.bus.answer('pages.read', this.#reads);
    // Its end is told by `exit` too.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      running.bus.close();
      if (this.#running === running) this.#running = null;
    });
    return running;
  }

  async stop(): Promise<void> {
    await this.#running?.worker.terminate();
  }
}
