/** How long a proof stands in for the person, in the session in which it was given. */
export const STEP_UP_MS = 5 * 60_000;

export interface Proofs {
  /** When the session began: a sign-in is a proof too. ms */
  readonly startedAt: number;
  /** Newest step-up of this session; null: none. ms */
  readonly steppedUpAt: number | null;
}

/** Does a step-up of this session still hold? Needed to take something away: a factor, a limit, money. */
export function stepUpHolds({ steppedUpAt }: Pick<Proofs, 'steppedUpAt'>, now: number): boolean {
  return steppedUpAt !== null && now - steppedUpAt < STEP_UP_MS;
}

/** Was the person proven in the last five minutes, by a step-up or by the sign-in itself? Enough to add a factor. */
export function provenLately(proofs: Proofs, now: number): boolean {
  return stepUpHolds(proofs, now) || now - proofs.startedAt < STEP_UP_MS;
}
