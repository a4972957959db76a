import { Store } from '#web/live/store.ts';

/** What the watch list needs of the server, and whom it tells. */
export interface WatchCalls {
  readonly send: (eventId: string, watched: boolean) => Promise<unknown>;
  readonly onFailed: (error: unknown) => void;
}

/**
 * The events that a person watches. A star changes with the press; where the server does not take it, it stands again as the server has it.
 * One call an event at a time: what was pressed last is what is sent next.
 */
export class WatchList {
  /** null: not known yet. */
  readonly watched = new Store<ReadonlySet<string> | null>(() => null);
  #calls: WatchCalls | null = null;
  readonly #sending = new Set<string>();
  /** As the server has it. */
  readonly #stored = new Set<string>();

  /** By these it goes on. */
  use(calls: WatchCalls): void {
    this.#calls = calls;
  }

  /** Takes what the server has; a star that is on its way stays as it was pressed. */
  hear(ids: readonly string[]): void {
    const before = this.watched.get();
    this.#stored.clear();
    for (const id of ids) this.#stored.add(id);
    const shown = new Set(ids);
    for (const id of this.#sending) this.#mark(shown, id, before?.has(id) ?? false);
    this.watched.set(shown);
  }

  async press(id: string, on: boolean): Promise<void> {
    this.#show(id, on);
    if (this.#sending.has(id)) return;
    this.#sending.add(id);
    try {
      for (let wanted = on; ;) {
        await this.#calls?.send(id, wanted);
        this.#mark(this.#stored, id, wanted);
        const now = this.watched.get()?.has(id) ?? false;
        if (now === wanted) return;
        wanted = now;
      }
    } catch (error) {
      this.#show(id, this.#stored.has(id));
      this.#calls?.onFailed(error);
    } finally {
      this.#sending.delete(id);
    }
  }

  #show(id: string, on: boolean): void {
    const shown = new Set(this.watched.get());
    this.#mark(shown, id, on);
    this.watched.set(shown);
  }

  #mark(set: Set<string>, id: string, on: boolean): void {
    if (on) set.add(id);
    else set.delete(id);
  }
}
