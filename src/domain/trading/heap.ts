/** A binary heap that gives the smallest key first, and equal keys in the order in which they came. */
export class MinHeap<T> {
  readonly #keys: number[] = [];
  readonly #orders: number[] = [];
  readonly #items: T[] = [];
  #next = 0;

  get size(): number {
    return this.#items.length;
  }

  /** Smallest key, or Infinity when empty. */
  topKey(): number {
    return this.#keys[0] ?? Infinity;
  }

  push(key: number, item: T): void {
    const order = this.#next;
    this.#next += 1;
    this.#keys.push(key);
    this.#orders.push(order);
    this.#items.push(item);
    this.#rise(this.#items.length - 1);
  }

  /** Takes the item of the smallest key; undefined when empty. */
  pop(): T | undefined {
    const top = this.#items[0];
    const last = this.#items.length - 1;
    if (last < 0) return undefined;
    this.#swap(0, last);
    this.#keys.pop();
    this.#orders.pop();
    this.#items.pop();
    this.#sink(0);
    return top;
  }

  /** All items in no order. */
  items(): readonly T[] {
    return this.#items;
  }

  #before(a: number, b: number): boolean {
    const byKey = this.#keys[a]! - this.#keys[b]!;
    return byKey === 0 ? this.#orders[a]! < this.#orders[b]! : byKey < 0;
  }

  #rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(from: number): void {
    let at = from;
    for (;;) {
      const left = at * 2 + 1;
      if (left >= this.#items.length) return;
      const right = left + 1;
      const child = right < this.#items.length && this.#before(right, left) ? right : left;
      if (!this.#before(child, at)) return;
      this.#swap(child, at);
      at = child;
    }
  }

  #swap(a: number, b: number): void {
    [this.#keys[a], this.#keys[b]] = [this.#keys[b]!, this.#keys[a]!];
    [this.#orders[a], this.#orders[b]] = [this.#orders[b]!, this.#orders[a]!];
    [this.#items[a], this.#items[b]] = [this.#items[b]!, this.#items[a]!];
  }
}
