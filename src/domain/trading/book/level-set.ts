const WORD = 32;
const SHIFT = 5;
const MASK = 31;

/** Which numbers below a size are in, and the next one in from any place: tiers of bits, each over the words of the one below. */
export class LevelSet {
  readonly #tiers: Int32Array[] = [];

  constructor(size: number) {
    for (let bits = Math.max(1, size); ; bits = Math.ceil(bits / WORD)) {
      this.#tiers.push(new Int32Array(Math.ceil(bits / WORD)));
      if (bits <= WORD) return;
    }
  }

  put(level: number): void {
    let at = level;
    for (const words of this.#tiers) {
      const had = words[at >> SHIFT]!;
      words[at >> SHIFT] = had | (1 << (at & MASK));
      if (had !== 0) return;
      at >>= SHIFT;
    }
  }

  take(level: number): void {
    let at = level;
    for (const words of this.#tiers) {
      const left = words[at >> SHIFT]! & ~(1 << (at & MASK));
      words[at >> SHIFT] = left;
      if (left !== 0) return;
      at >>= SHIFT;
    }
  }

  /** The lowest number in at or above `from`, -1 when there is none. */
  up(from: number): number {
    let at = from;
    for (let tier = 0; tier < this.#tiers.length; tier += 1) {
      const words = this.#tiers[tier]!;
      const word = at >> SHIFT;
      if (word >= words.length) return -1;
      const bits = words[word]! & (-1 << (at & MASK));
      if (bits !== 0) return this.#lowest((word << SHIFT) + lowestBit(bits), tier);
      at = word + 1;
    }
    return -1;
  }

  #lowest(found: number, tier: number): number {
    let at = found;
    for (let below = tier - 1; below >= 0; below -= 1) at = (at << SHIFT) + lowestBit(this.#tiers[below]![at]!);
    return at;
  }
}

function lowestBit(bits: number): number {
  return MASK - Math.clz32(bits & -bits);
}
