/** A random whole number in [0, below): given, for the domain has no chance of its own. */
export type Draw = (below: bigint) => bigint;

/** What one person has stands in this many leaves at most. */
export const MOST_PARTS = 4;

/** Depths of trees. Few of them, far from each other: a tree says how many people there are to a factor of sixteen only. */
const DEPTHS = [12, 16, 20, 24] as const;

/** The least depth whose tree has room for `leaves`. Throws when none has. */
export function depthFor(leaves: number): number {
  const depth = DEPTHS.find((one) => leaves <= 2 ** one);
  if (depth === undefined) throw new Error(`${leaves} leaves are more than a tree takes`);
  return depth;
}

/** An amount (smallest units, not negative) in one to four random parts, so that a neighbour's sum says little. They add up to it. */
export function partsOf(amount: bigint, draw: Draw): readonly bigint[] {
  if (amount < 0n) throw new Error(`nobody is owed ${amount}`);
  const cuts: bigint[] = [0n, amount];
  const count = draw(BigInt(MOST_PARTS));
  for (let made = 0n; made < count; made += 1n) cuts.push(draw(amount + 1n));
  cuts.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return cuts.slice(1).map((cut, i) => cut - (cuts[i] ?? 0n));
}

/** `count` different places of a tree of this depth, in an order that nobody can guess. Throws when there is no room. */
export function placesOf(count: number, depth: number, draw: Draw): readonly number[] {
  const all = 2 ** depth;
  if (count > all) throw new Error(`${count} leaves have no room in a tree of depth ${depth}`);
  // Fisher-Yates, of which only the first `count` are taken; what was moved is kept beside.
  const moved = new Map<number, number>();
  return Array.from({ length: count }, (_, at) => {
    const picked = at + Number.parseInt(draw(BigInt(all - at)).toString(), 10);
    const place = moved.get(picked) ?? picked;
    moved.set(picked, moved.get(at) ?? at);
    return place;
  });
}
