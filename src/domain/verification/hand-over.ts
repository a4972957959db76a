/** A link that hands documents over to a phone is opened within this time, ms. */
export const HAND_OVER_LINK_MS = 10 * 60_000;
/** What it opened takes documents for so long, ms. */
export const HAND_OVER_OPEN_MS = 30 * 60_000;

/** `ho_` and 43 characters of base64url. */
const GRANT = /^ho_[\w-]{43}$/;

/** Does a token have the form of what a phone was given? Then it is never looked up as a session's. */
export function looksLikeHandOver(token: string): boolean {
  return GRANT.test(token);
}
