/** Differences that are written out; the others are counted. */
const SHOWN = 20;

/** What a check compared and found. */
export class Findings {
  #compared = 0;
  #differ = 0;
  readonly #differences: string[] = [];
  readonly #notes: string[] = [];

  get compared(): number {
    return this.#compared;
  }

  get differ(): number {
    return this.#differ;
  }

  /** One thing compared; `difference` is null when it was as it should be. */
  compare(difference: string | null): void {
    this.#compared += 1;
    if (difference === null) return;
    this.#differ += 1;
    if (this.#differ <= SHOWN) this.#differences.push(difference);
  }

  /** A figure worth knowing that is neither right nor wrong. */
  note(line: string): void {
    this.#notes.push(line);
  }

  /** What to print; the last line is the count. */
  lines(): string[] {
    const more = this.#differ - this.#differences.length;
    return [
      ...this.#differences,
      ...(more > 0 ? [`and ${more} more`] : []),
      ...this.#notes,
      `${this.#compared} compared, ${this.#differ} differ`,
    ];
  }
}
