/** Slots of one book at once; a handle is a slot and the number of its use, so that an old handle never names a new order. */
const SLOTS = 2 ** 20;

/**
 * The resting orders of a book: columns by slot, each order linked to its neighbours in the queue of its price. Slot 0 is empty.
 */
export class Resting {
  next = new Int32Array(64);
  before = new Int32Array(64);
  owner = new Int32Array(64);
  /** On its side, see BookSide. */
  rank = new Int32Array(64);
  /** 0: bid, 1: ask. */
  side = new Uint8Array(64);
  lots = new Float64Array(64);
  handle = new Float64Array(64);
  #free = 0;
  #used = 1;
  #size = 0;

  /** How many orders rest. */
  get size(): number {
    return this.#size;
  }

  /** The slot of an order that rests, 0 when the handle names none. */
  slotOf(handle: number): number {
    const slot = handle & (SLOTS - 1);
    return this.handle[slot] === handle && this.lots[slot]! > 0 ? slot : 0;
  }

  /** A slot to write an order into. Throws when a book is full. */
  take(): number {
    this.#size += 1;
    const freed = this.#free;
    if (freed !== 0) {
      this.#free = this.next[freed]!;
      return freed;
    }
    if (this.#used === this.next.length) this.#grow();
    const slot = this.#used;
    this.#used += 1;
    this.handle[slot] = slot;
    return slot;
  }

  /** Gives a slot back; its handle names nothing from here on. */
  give(slot: number): void {
    this.#size -= 1;
    this.lots[slot] = 0;
    this.handle[slot] = this.handle[slot]! + SLOTS;
    this.next[slot] = this.#free;
    this.#free = slot;
  }

  #grow(): void {
    const size = this.next.length * 2;
    if (size > SLOTS) throw new Error(`a book holds at most ${SLOTS - 1} orders`);
    this.next = wider(this.next, new Int32Array(size));
    this.before = wider(this.before, new Int32Array(size));
    this.owner = wider(this.owner, new Int32Array(size));
    this.rank = wider(this.rank, new Int32Array(size));
    this.side = wider(this.side, new Uint8Array(size));
    this.lots = wider(this.lots, new Float64Array(size));
    this.handle = wider(this.handle, new Float64Array(size));
  }
}

function wider<A extends Int32Array | Uint8Array | Float64Array>(narrow: A, into: A): A {
  into.set(narrow);
  return into;
}
