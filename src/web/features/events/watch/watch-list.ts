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
  #stored = new Set<string>();
  /** Pressed since the list was asked for: its answer may be older than they are. */
  readonly #pressed = new Set<string>();

  /** By these it goes on. */
  use(calls: WatchCalls): void {
    this.#calls = calls;
  }

  /** Reads what the server has; a star that was pressed meanwhile, or is on its way, stays as it was pressed. Without an answer nothing changes. */
  async read(ask: () => Promise<readonly string[]>): Promise<void> {
    this.#pressed.clear();
    for (const id of this.#sending) this.#pressed.add(id);
    const read = new Set(await ask());
    const shown = new Set(read);
    for (const id of this.#pressed) {
      this.#mark(read, id, this.#stored.has(id));
      this.#mark(shown, id, this.watched.get()?.has(id) ?? false);
    }
    this.#stored = read;
    this.watched.set(shown);
  }

  async press(id: string, on: boolean): Promise<void> {
    this.#show(id, on);
    this.#pressed.add(id);
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
