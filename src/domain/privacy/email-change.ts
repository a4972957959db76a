/** How far a change of address is. Times in ms. */
export interface EmailChange {
  /** false: the old address was not confirmed when the change was asked for, and its yes was never wanted. */
  readonly oldAsked: boolean;
  readonly oldSaidYesAt: number | null;
  readonly newSaidYesAt: number | null;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}

/** Which of the two addresses speaks. An account without an address before has only the new one to ask. */
export type Side = 'old' | 'new';

/** `waiting`: for the other address; `ready`: both have said yes; `over`: nothing can be said any more. */
export type EmailChangeStep = 'waiting' | 'ready' | 'over';

/**
 * Where a change stands after `side` has said yes at `now`. A yes said twice counts once. An address that has been confirmed since
 * without having been asked belongs to somebody who may not have asked for the change: it cannot be made any more.
 */
export function afterYes(
  change: EmailChange,
  { side, now, oldConfirmed }: { readonly side: Side; readonly now: number; readonly oldConfirmed: boolean },
): EmailChangeStep {
  if (change.endedAt !== null || now >= change.expiresAt) return 'over';
  if (oldConfirmed && !change.oldAsked) return 'over';
  const other = side === 'old' ? change.newSaidYesAt : change.oldSaidYesAt;
  return other === null ? 'waiting' : 'ready';
}
