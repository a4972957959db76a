import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import type { Bus } from './index.ts';
import { createLocalBus, createPortBus } from './index.ts';

declare module '#server/bus/bus.ts' {
  interface Topics {
    'test.news': { readonly n: number; readonly big: bigint };
  }
  interface Requests {
    'test.double': { input: number; output: number };
    'test.slow': { input: null; output: null };
  }
}

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function twoSides(timeoutMs = 1000): { near: Bus; far: Bus } {
  const { port1, port2 } = new MessageChannel();
  ends.push(() => port1.close());
  return { near: createPortBus(port1, { timeoutMs }), far: createPortBus(port2, { timeoutMs }) };
}

function sameThread(): { near: Bus; far: Bus } {
  const bus = createLocalBus();
  return { near: bus, far: bus };
}

describe.each([
  ['over a port', twoSides],
  ['in one thread', sameThread],
])('a bus %s', (_name, make) => {
  it('carries news in order, copies of them, to those who listen', async () => {
    const { near, far } = make();
    const heard: number[] = [];
    const stop = far.subscribe('test.news', ({ n, big }) => heard.push(n + Number(big)));
    near.publish('test.news', { n: 1, big: 10n });
    near.publish('test.news', { n: 2, big: 10n });
    await expect.poll(() => heard).toEqual([11, 12]);
    stop();
    near.publish('test.news', { n: 3, big: 10n });
    far.answer('test.double', (n) => n * 2);
    await near.request('test.double', 1);
    expect(heard).toEqual([11, 12]);
  });

  it('answers requests, each its own', async () => {
    const { near, far } = make();
    far.answer('test.double', async (n) => {
      await new Promise((resolve) => setTimeout(resolve, 5 - n));
      return n * 2;
    });
    expect(await Promise.all([1, 2, 3, 4].map((n) => near.request('test.double', n)))).toEqual([2, 4, 6, 8]);
  });

  it('rejects when the answerer throws, and when there is none', async () => {
    const { near, far } = make();
    far.answer('test.double', () => {
      throw new Error('no numbers today');
    });
    await expect(near.request('test.double', 1)).rejects.toThrow('no numbers today');
    await expect(near.request('test.slow', null)).rejects.toThrow('Nobody answers test.slow');
  });

  it('refuses two answerers of one name, and requests once closed', async () => {
    const { near } = make();
    near.answer('test.double', (n) => n);
    expect(() => near.answer('test.double', (n) => n)).toThrow('Two answerers');
    near.close();
    await expect(near.request('test.double', 1)).rejects.toThrow('closed');
  });
});

describe('a bus over a port', () => {
  it('rejects what takes too long, and what waits when the other side goes', async () => {
    const { near, far } = twoSides(30);
    far.answer('test.slow', () => new Promise<null>(() => undefined));
    await expect(near.request('test.slow', null)).rejects.toThrow('No answer to test.slow in time.');
    const waits = near.request('test.slow', null);
    near.close();
    await expect(waits).rejects.toThrow('gone');
  });
});
