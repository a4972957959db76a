/** How long a person may take at the provider, and then over the form. */
export const SOCIAL_MS = 10 * 60_000;
export const SOCIAL_FORM_MS = 30 * 60_000;

export interface SocialSituation {
  /** Who the provider's subject is linked to here; null: nobody. */
  readonly linkedTo: string | null;
  /** Does the provider vouch for an e-mail? */
  readonly emailVerified: boolean;
  /** The account that has this e-mail; null: none. */
  readonly account: { readonly userId: string; readonly emailConfirmed: boolean; readonly hasPassword: boolean } | null;
}

/**
 * - `sign-in`: goes on as this person.
 * - `prove`: the e-mail is an account's, confirmed on both sides: it is linked once its password is given.
 * - `sign-up`: nobody yet, as far as they may be told: country and declaration come first, nothing is stored before. An e-mail that
 *   the provider does not vouch for is only a word: whether an account has it is said to the form, where such questions are counted.
 * - `taken`: an e-mail whose owner must come in by their own method.
 */
export type SocialOutcome =
  | { readonly kind: 'sign-in'; readonly userId: string }
  | { readonly kind: 'prove'; readonly userId: string }
  | { readonly kind: 'sign-up' }
  | { readonly kind: 'taken' };

/** What a visitor's sign-in by another provider leads to. An account is never handed over for its e-mail alone. */
export function socialOutcome({ linkedTo, emailVerified, account }: SocialSituation): SocialOutcome {
  if (linkedTo !== null) return { kind: 'sign-in', userId: linkedTo };
  if (account === null || !emailVerified) return { kind: 'sign-up' };
  const provable = account.emailConfirmed && account.hasPassword;
  return provable ? { kind: 'prove', userId: account.userId } : { kind: 'taken' };
}
