/** A certain chance, in the thousandths in which books open. */
export const CERTAIN = 1_000;
/** No book opens below, for it needs a price on both sides. */
const LEAST = 10;

/** A part of a chance, both in thousandths. */
export const partOfChance = (chance: number, part: number): number =>
  Math.max(LEAST, Math.round((chance * part) / CERTAIN));

/** What each of `count` outcomes has of a chance, in thousandths. */
export const evenChance = (chance: number, count: number): number => Math.max(LEAST, Math.round(chance / count));
