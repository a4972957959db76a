/** Taken of one turn of the loop, ms. */
const TURN_MS = 1;
/** So many steps are made before the time is looked at again. */
const STEPS = 8;

/**
 * Work on many sockets, done a millisecond at a time: prices for thousands of readers, or thousands that leave in one moment, must
 * not hold up the orders that wait on the same thread. Each step is one socket; what was added first is done first.
 */
export class TimeSlices {
  readonly #work: Iterator<unknown>[] = [];
  #next: NodeJS.Immediate | undefined;

  add(work: Iterator<unknown>): void {
    this.#work.push(work);
    this.#next ??= setImmediate(() => this.#turn());
  }

  close(): void {
    clearImmediate(this.#next);
    this.#work.length = 0;
  }

  #turn(): void {
    const end = performance.now() + TURN_MS;
    let first = this.#work[0];
    while (first !== undefined && performance.now() < end) {
      for (let step = 0; step < STEPS; step += 1) {
        if (first.next().done !== true) continue;
        this.#work.shift();
        break;
      }
      first = this.#work[0];
    }
    this.#next = first === undefined ? undefined : setImmediate(() => this.#turn());
  }
}
