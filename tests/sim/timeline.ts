/** Virtual time: what is to happen, in the order of its time and then of its planning. */
export class Timeline {
  now: number;
  readonly #events: { readonly at: number; readonly run: () => void | Promise<void> }[] = [];

  constructor(from: number) {
    this.now = from;
  }

  in(ms: number, run: () => void | Promise<void>): void {
    const at = this.now + ms;
    let place = this.#events.length;
    while (place > 0 && (this.#events[place - 1]?.at ?? 0) > at) place -= 1;
    this.#events.splice(place, 0, { at, run });
  }

  /** Runs what comes before `until`. */
  async runTo(until: number, afterEach: () => void): Promise<void> {
    for (let next = this.#events[0]; next !== undefined && next.at <= until; next = this.#events[0]) {
      this.#events.shift();
      this.now = next.at;
      const running = next.run();
      if (running !== undefined) await running;
      afterEach();
    }
    this.now = until;
  }
}
