/** What was asked for last, by key, up to so many bytes; a failure is not kept, and what is made is made once. */
export class Kept<T> {
  readonly #values = new Map<string, { readonly value: Promise<T>; bytes: number }>();
  readonly #most: number;
  readonly #bytesOf: (value: T) => number;
  #bytes = 0;

  /** `most`: bytes at which the one that nobody asked for longest goes. */
  constructor(most: number, bytesOf: (value: T) => number) {
    this.#most = most;
    this.#bytesOf = bytesOf;
  }

  get bytes(): number {
    return this.#bytes;
  }

  of(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#values.get(key);
    if (known !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, known);
      return known.value;
    }
    const made = { value: make(), bytes: 0 };
    this.#values.set(key, made);
    made.value.then(
      (value) => {
        if (this.#values.get(key) !== made) return;
        made.bytes = this.#bytesOf(value);
        this.#bytes += made.bytes;
        this.#dropOldest();
      },
      () => this.#values.get(key) === made && this.#values.delete(key),
    );
    return made.value;
  }

  /** The newest stays, however large. */
  #dropOldest(): void {
    for (const [key, { bytes }] of this.#values) {
      if (this.#bytes <= this.#most || this.#values.size === 1) return;
      this.#values.delete(key);
      this.#bytes -= bytes;
    }
  }
}
