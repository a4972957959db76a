/** What happened to one resting order. */
export interface Match {
  /** Handle of the resting order. */
  readonly handle: number;
  readonly owner: number;
  /** Price of the resting order, on the scale of the book: a taker gets any improvement. */
  readonly price: number;
  /** Lots matched, or taken out with it. */
  readonly lots: number;
  /** Lots of the resting order that still rest. */
  readonly left: number;
}

const FIELDS = 5;

/** Matches in columns that are kept and written again, since an order on the hot path must not cost an object a match. */
export class MatchList {
  #length = 0;
  #rows = new Float64Array(FIELDS * 16);

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  push(match: Match): void {
    const at = this.#length * FIELDS;
    if (at === this.#rows.length) this.#widen();
    const rows = this.#rows;
    rows[at] = match.handle;
    rows[at + 1] = match.owner;
    rows[at + 2] = match.price;
    rows[at + 3] = match.lots;
    rows[at + 4] = match.left;
    this.#length += 1;
  }

  /** One match, in the order in which they happened; throws beyond the last. */
  at(index: number): Match {
    if (index < 0 || index >= this.#length) throw new Error(`match ${index} of ${this.#length}`);
    const at = index * FIELDS;
    const [handle, owner, price, lots, left] = this.#rows.subarray(at, at + FIELDS);
    return { handle: handle!, owner: owner!, price: price!, lots: lots!, left: left! };
  }

  #widen(): void {
    const wider = new Float64Array(this.#rows.length * 2);
    wider.set(this.#rows);
    this.#rows = wider;
  }

  /** All of them, as objects of their own. */
  toArray(): Match[] {
    return Array.from({ length: this.#length }, (_, index) => this.at(index));
  }
}
