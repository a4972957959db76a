/** Which accounts are known to be of one person or household with each of these, by account; nobody: no entry. */
export type LinkedOf = (userIds: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;

/** What is known of an account is asked for again after this long, ms. */
const KNOWN_MS = 60_000;
const MOST_KNOWN = 20_000;
const NOBODY: ReadonlySet<string> = new Set();

/** Linked accounts of the people who order: a fill between two of them earns no bonus (docs/rules/exchange.md#maker-bonus). */
export class Links {
  readonly #linkedOf: LinkedOf;
  readonly #known = new Map<string, { readonly at: number; readonly others: ReadonlySet<string> }>();

  constructor(linkedOf: LinkedOf) {
    this.#linkedOf = linkedOf;
  }

  /** Asks for those who are not known at `now` (ms). */
  async load(userIds: readonly string[], now: number): Promise<void> {
    const asked = [...new Set(userIds)].filter((id) => now - (this.#known.get(id)?.at ?? -Infinity) >= KNOWN_MS);
    if (asked.length === 0) return;
    const found = await this.#linkedOf(asked);
    if (this.#known.size > MOST_KNOWN) this.#known.clear();
    for (const id of asked) this.#known.set(id, { at: now, others: found.get(id) ?? NOBODY });
  }

  /** Are the two linked, as far as was asked for either? */
  areLinked(one: string, other: string): boolean {
    return (this.#known.get(one)?.others.has(other) ?? false) || (this.#known.get(other)?.others.has(one) ?? false);
  }
}
