const DAY_MS = 86_400_000;
/** Signs of play further apart than this belong to two sittings. */
export const SITTING_GAP_MS = 300_000;

/** A stretch of play, first and last sign of it, ms. */
export interface Sitting {
  readonly from: number;
  readonly seen: number;
}

/** The sitting that goes on at `now`; null when the last one has ended. */
export function currentSitting(sittings: readonly Sitting[], now: number): Sitting | null {
  const last = sittings.at(-1);
  return last !== undefined && now - last.seen < SITTING_GAP_MS ? last : null;
}

/** Play in the 24 h before `now`, ms. Sittings in the order of time; the one that goes on counts up to now. */
export function playedMs(sittings: readonly Sitting[], now: number): number {
  const current = currentSitting(sittings, now);
  return sittings.reduce((sum, sitting) => {
    const end = sitting === current ? now : sitting.seen;
    return sum + Math.max(0, end - Math.max(sitting.from, now - DAY_MS));
  }, 0);
}

/** When the time allowed in 24 h is used up if play goes on from `now`, ms; in the past where it is used up already. */
export function sessionEnd(sittings: readonly Sitting[], allowedMs: number, now: number): number {
  return now + allowedMs - playedMs(sittings, now);
}

export const REALITY_MINUTES = [15, 30, 60] as const;
export type RealityMinutes = (typeof REALITY_MINUTES)[number];

/** Is it time to show a person his time and result? `seenAt`: when he last answered such a check. */
export function realityDue(
  check: { readonly minutes: RealityMinutes | null; readonly sitting: Sitting | null; readonly seenAt: number | null },
  now: number,
): boolean {
  if (check.minutes === null || check.sitting === null) return false;
  return now - Math.max(check.sitting.from, check.seenAt ?? 0) >= check.minutes * 60_000;
}
