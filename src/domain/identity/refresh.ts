/** A rotated refresh token still leads the same client to its successor for this long: two tabs, or a reply that was lost. */
export const REFRESH_GRACE_MS = 10_000;
/** Rotations that are remembered; more in the grace than these count as reuse. */
const REMEMBERED = 20;

/** The refresh tokens of one session are numbered; only the newest is good. Times in ms. */
export interface RefreshFamily {
  /** Number of the newest token. */
  readonly no: number;
  /** When the numbers before it were replaced, newest first. */
  readonly rotations: readonly number[];
}

export type RefreshVerdict =
  /** The newest token: another one takes its place. */
  | { readonly kind: 'rotate'; readonly family: RefreshFamily }
  /** Replaced a moment ago by the same client: it gets the newest token too. */
  | { readonly kind: 'same' }
  /** Replaced longer ago: somebody else has it, and the family ends. */
  | { readonly kind: 'reuse' }
  /** Never given. */
  | { readonly kind: 'unknown' };

/** Judges a genuine token of the family by its number. */
export function judgeRefresh(
  family: RefreshFamily,
  presented: { readonly no: number; readonly isSameClient: boolean; readonly now: number },
): RefreshVerdict {
  const { no, isSameClient, now } = presented;
  if (no > family.no) return { kind: 'unknown' };
  if (no === family.no) {
    return { kind: 'rotate', family: { no: no + 1, rotations: [now, ...family.rotations].slice(0, REMEMBERED) } };
  }
  const leftAt = family.rotations[family.no - no - 1];
  const isInGrace = leftAt !== undefined && now - leftAt <= REFRESH_GRACE_MS;
  return { kind: isInGrace && isSameClient ? 'same' : 'reuse' };
}
