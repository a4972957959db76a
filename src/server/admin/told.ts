/** What a command says; `ok` false: nothing was done. */
export interface Told {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

/** Nothing was done, and why. */
export const no = (...lines: string[]): Told => ({ ok: false, lines });

/** Done. */
export const yes = (...lines: string[]): Told => ({ ok: true, lines });
