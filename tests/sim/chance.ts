/** Seeded random numbers (sfc32, Doty-Humphrey 2010): the only chance in a simulation. */
export class Chance {
  #a: number;
  #b: number;
  #c: number;
  #count = 1;

  /** Streams of one seed with other names are independent, so that dropping one command leaves the others as they are. */
  constructor(seed: number, name: string) {
    let hash = 2_166_136_261;
    for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 16_777_619);
    this.#a = seed | 0;
    this.#b = hash | 0;
    this.#c = Math.imul(seed, 2_654_435_761) | 0;
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** 0 <= x < 1. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return (sum >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends inclusive. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** True with this probability. */
  hit(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }
}
