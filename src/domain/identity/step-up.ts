/** How long a proof stands in for the person, in the session in which it was given, while an operator has set nothing else. */
export const STEP_UP_MS = 5 * 60_000;

export interface Proofs {
  /** When the session began: a sign-in is a proof too. ms */
  readonly startedAt: number;
  /** Newest step-up of this session; null: none. ms */
  readonly steppedUpAt: number | null;
}

/** `holdsMs`: how long a proof stands in for the person. ms */
interface ProofTimes {
  readonly now: number;
  readonly holdsMs: number;
}

/** Does a step-up of this session still hold? Needed to take something away: a factor, a limit, money. */
export function stepUpHolds({ steppedUpAt }: Pick<Proofs, 'steppedUpAt'>, { now, holdsMs }: ProofTimes): boolean {
  return steppedUpAt !== null && now - steppedUpAt < holdsMs;
}

/** Was the person proven lately, by a step-up or by the sign-in itself? Enough to add a factor. */
export function provenLately(proofs: Proofs, times: ProofTimes): boolean {
  return stepUpHolds(proofs, times) || times.now - proofs.startedAt < times.holdsMs;
}
