import { Store } from './store.ts';

type Change<T> = (value: T) => T;

/**
 * A value made of answers that are asked for and of news that come by themselves. An answer may be older than news that came while it was on
 * its way, or than an answer that was asked for later: those stay on top, in whatever order all of them arrive.
 */
export class SyncedStore<T> extends Store<T> {
  /** For each answer on its way, in the order they were asked for: what came meanwhile. */
  readonly #missed: Change<T>[][] = [];

  /** Takes news in. `change` may be applied once more, over an answer that is older than it. */
  hear(change: Change<T>): void {
    for (const missed of this.#missed) missed.push(change);
    this.set(change(this.get()));
  }

  /** Takes an answer in when it comes, under what came since now; gives the answer, or rejects with its error and changes nothing. */
  async read<A>(answer: Promise<A>, take: (value: T, answer: A) => T): Promise<A> {
    const missed: Change<T>[] = [];
    this.#missed.push(missed);
    try {
      const found = await answer;
      const changes = [(value: T) => take(value, found), ...missed];
      for (const older of this.#missed.slice(0, this.#missed.indexOf(missed))) older.push(...changes);
      this.set(changes.reduce((value, change) => change(value), this.get()));
      return found;
    } finally {
      this.#missed.splice(this.#missed.indexOf(missed), 1);
    }
  }
}
