const DAY_MS = 86_400_000;

/** How long a person can keep an account that was asked to close. */
export const CLOSING_MS = 14 * DAY_MS;
/** Anti-money-laundering law (EU) wants identity and transactions for five years after the end, counted here with two leap days. */
export const RECORDS_KEPT_MS = (5 * 365 + 2) * DAY_MS;
/** Both addresses are asked within this time. */
export const EMAIL_CHANGE_MS = DAY_MS;
/** How long a file of one's data lies ready. */
export const EXPORT_KEPT_MS = 2 * DAY_MS;
/** How long a link to a part of it works. */
export const EXPORT_LINK_MS = 10 * 60_000;
