import { expect, it } from 'vitest';
import { runAlone } from './tab-lock.ts';

/** Locks as browsers have them: one holder, a line, `signal` for those who wait, `steal` for those who do not. */
function browserLocks(): Pick<LockManager, 'request'> {
  interface Waiting {
    readonly run: () => void;
  }
  let holder: { readonly lose: (error: Error) => void } | null = null;
  const line: Waiting[] = [];
  const request = (_name: string, how: LockOptions, run: () => Promise<unknown>) =>
    new Promise<unknown>((resolve, reject) => {
      const mine = { lose: reject };
      const start = () => {
        holder = mine;
        const end = () => {
          if (holder !== mine) return;
          holder = null;
          line.shift()?.run();
        };
        run().then(resolve, reject).finally(end);
      };
      if (how.steal === true) {
        holder?.lose(new DOMException('stolen', 'AbortError'));
        start();
      } else if (holder === null) start();
      else {
        const waiting = { run: start };
        line.push(waiting);
        how.signal?.addEventListener('abort', () => {
          const at = line.indexOf(waiting);
          if (at < 0) return;
          line.splice(at, 1);
          reject(how.signal?.reason as Error);
        });
      }
    });
  return { request: request as LockManager['request'] };
}

const SOON = { name: 'one', waitMs: 20 };

it('runs one after the other, and hands on what each comes to', async () => {
  const locks = browserLocks();
  const order: string[] = [];
  const slow = runAlone(locks, { name: 'one' }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push('first');
    return 1;
  });
  const failing = runAlone(locks, { name: 'one' }, async () => {
    order.push('second');
    throw new Error('nobody answered');
  });
  await expect(failing).rejects.toThrow('nobody answered');
  expect(await slow).toBe(1);
  expect(order).toEqual(['first', 'second']);
});

it('is not held up by a tab that never ends, whose own call is answered when it does end', async () => {
  const locks = browserLocks();
  let end = (_answer: string): void => undefined;
  const hanging = runAlone(locks, SOON, () => new Promise<string>((resolve) => (end = resolve)));
  expect(await runAlone(locks, SOON, async () => 'renewed')).toBe('renewed');
  let runs = 0;
  expect(await runAlone(locks, SOON, async () => (runs += 1))).toBe(1);
  end('late');
  expect(await hanging).toBe('late');
});
