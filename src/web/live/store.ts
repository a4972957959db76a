/** A value outside of React that components watch. The first one is made when it is first asked for. */
export class Store<T> {
  private value: T | undefined;
  private readonly first: () => T;
  private readonly watchers = new Set<() => void>();

  constructor(first: () => T) {
    this.first = first;
  }

  get(): T {
    this.value ??= this.first();
    return this.value;
  }

  set(value: T): void {
    if (value === this.value) return;
    this.value = value;
    for (const watcher of this.watchers) watcher();
  }

  /** Keeps a value that nobody needs to draw. */
  keep(value: T): void {
    this.value = value;
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };
}
