const KEPT_MS = 60_000;
const MAX = 5_000;

interface Held {
  readonly key: Buffer;
  readonly until: number;
}

/** Unwrapped data keys by the id they seal under: at most `MAX`, at most a minute, none of a person whose key was destroyed. */
export class KeyCache {
  readonly #held = new Map<string, Held>();
  /** People whose key is being destroyed: until then nothing of theirs is kept, for the transaction may not have ended. */
  readonly #closed = new Map<string, number>();
  readonly #now: () => number;

  /** `now` in ms that only grow. */
  constructor(now: () => number) {
    this.#now = now;
  }

  find(userId: string, keyId: Buffer): Buffer | null {
    const name = nameOf(userId, keyId);
    const held = this.#held.get(name);
    if (held === undefined) return null;
    if (held.until > this.#now()) return held.key;
    this.#held.delete(name);
    return null;
  }

  keep(userId: string, keyId: Buffer, key: Buffer): void {
    const closedUntil = this.#closed.get(userId);
    if (closedUntil !== undefined && closedUntil > this.#now()) return;
    this.#closed.delete(userId);
    const name = nameOf(userId, keyId);
    this.#held.delete(name);
    this.#held.set(name, { key, until: this.#now() + KEPT_MS });
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= MAX) return;
      this.#held.delete(oldest);
    }
  }

  close(userId: string): void {
    for (const [person, until] of this.#closed) if (until <= this.#now()) this.#closed.delete(person);
    this.#closed.set(userId, this.#now() + KEPT_MS);
    for (const name of this.#held.keys()) if (name.startsWith(`${userId}:`)) this.#held.delete(name);
  }

  get size(): number {
    return this.#held.size;
  }
}

function nameOf(userId: string, keyId: Buffer): string {
  return `${userId}:${keyId.toString('hex')}`;
}
