import type fc from 'fast-check';
import type { Pool, PoolClient } from 'pg';

type Scheduler = fc.Scheduler;
type Send = (...args: never[]) => Promise<unknown>;

/**
 * Whose turn it is: while a scheduler is set, each statement of the engine waits for its turn to be sent, and once more for its answer to be
 * heard, and so does the engine's own next turn. Statements of one connection keep their order.
 */
export class Turns {
  scheduler: Scheduler | null = null;
  /** Is a batch between its BEGIN, or the one statement that it is, and the answer that it is committed? */
  inBatch = false;
  readonly #real = globalThis.setImmediate;

  /** The same pool, whose statements take turns. */
  of(pool: Pool): Pool {
    return new Proxy(pool, {
      get: (target, name) => {
        if (name === 'connect') return async () => this.#client(await target.connect());
        if (name === 'query') return (...args: never[]) => this.#statement(args, () => (target.query as Send)(...args));
        const found: unknown = Reflect.get(target, name);
        return typeof found === 'function' ? found.bind(target) : found;
      },
    });
  }

  /** Stands in for the engine's `setImmediate`. */
  readonly immediate = (run: () => void): unknown => {
    if (this.scheduler === null) return this.#real(run);
    return void this.scheduler.schedule(Promise.resolve(), 'the engine goes on').then(run);
  };

  #client(client: PoolClient): PoolClient {
    let tail: Promise<unknown> = Promise.resolve();
    return new Proxy(client, {
      get: (target, name) => {
        if (name === 'query') {
          return (...args: never[]) => {
            const answer = tail.then(() => this.#statement(args, () => (target.query as Send)(...args)));
            tail = answer.catch(() => undefined);
            return answer;
          };
        }
        const found: unknown = Reflect.get(target, name);
        return typeof found === 'function' ? found.bind(target) : found;
      },
    });
  }

  async #statement(args: readonly unknown[], send: () => Promise<unknown>): Promise<unknown> {
    const what = wordsOf(args[0]);
    if (this.scheduler !== null) await this.scheduler.schedule(Promise.resolve(), `sent: ${what}`);
    if (what === 'BEGIN' || isWhole(what)) this.inBatch = true;
    const answer = send();
    if (this.scheduler !== null) {
      await this.scheduler.schedule(
        answer.then(
          () => undefined,
          () => undefined,
        ),
        `heard: ${what}`,
      );
    }
    const result = await answer;
    if (what === 'COMMIT' || what === 'ROLLBACK' || isWhole(what)) this.inBatch = false;
    return result;
  }
}

/** A statement that is a transaction by itself. */
function isWhole(what: string): boolean {
  return what.startsWith('guess_');
}

function wordsOf(statement: unknown): string {
  if (typeof statement === 'string') return statement.trim().slice(0, 40);
  return typeof statement === 'object' && statement !== null && 'name' in statement
    ? String(statement.name)
    : 'a statement';
}
