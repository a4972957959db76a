/** Facts of one kind of mail. */
interface MailFacts {
  /** What the template is filled with. `link` becomes the button, `code` the big box; `at` and `until` are ISO 8601. */
  readonly values: readonly MailValue[];
  /** Belongs to the account itself: goes out whatever the person has switched off, without an unsubscribe link. */
  readonly service: boolean;
  /** Goes to an address that nobody has proved to be the person's: it does not say their own word. */
  readonly unproven?: true;
}

export const MAIL_VALUES = [
  'link',
  'code',
  'hours',
  'minutes',
  'days',
  'wait',
  'at',
  'until',
  'device',
  'country',
  'name',
  'newEmail',
  'state',
  'ended',
  'title',
  'text',
  'amount',
  'right',
  'wrong',
  'returned',
  'result',
  'said',
] as const;
export type MailValue = (typeof MAIL_VALUES)[number];

/**
 * Every mail the product sends. `hours`, `minutes`, `days`: how long a link or code holds. `wait`: the same in ms, where a sandbox may
 * shorten it. `device`: as the session list names it;
 * `country`: two letters, or empty where unknown. `state` of otp_changed: `on` or `off`. `ended`: which sessions a new password ended:
 * `all`, the `others`, or `none`. `until` of exclusion_started: empty for ever.
 */
export const MAIL_KINDS = {
  activation: { values: ['link', 'code', 'hours'], service: true, unproven: true },
  forgot_password: { values: ['link', 'code', 'minutes'], service: true },
  password_changed: { values: ['at', 'device', 'ended', 'link'], service: true },
  email_change: { values: ['link', 'wait'], service: true, unproven: true },
  email_change_notice: { values: ['link', 'newEmail', 'wait'], service: true },
  email_changed: { values: ['at', 'newEmail'], service: true },
  new_device: { values: ['at', 'device', 'country', 'link'], service: true },
  otp_changed: { values: ['state', 'at', 'link'], service: true },
  passkey_added: { values: ['name', 'at', 'link'], service: true },
  passkey_removed: { values: ['name', 'at', 'link'], service: true },
  social_linked: { values: ['name', 'at', 'link'], service: true },
  social_unlinked: { values: ['name', 'at', 'link'], service: true },
  api_key_made: { values: ['name', 'at', 'link'], service: true },
  /** `state`: what was changed, of `SecurityChange`. `name`: the address. `until`: when it may be paid to, or what was switched off ends; else empty. */
  address_book_changed: { values: ['state', 'name', 'until', 'link'], service: true },
  session_family_revoked: { values: ['at', 'device', 'link'], service: true },
  account_closing: { values: ['at', 'link'], service: true },
  /** `until`: how long the law wants what is left to be kept. */
  account_closed: { values: ['at', 'until'], service: true },
  export_ready: { values: ['link', 'wait'], service: true },
  exclusion_started: { values: ['until'], service: true },
  house_limit_set: { values: ['amount', 'at', 'link'], service: true },
  house_limit_ended: { values: ['at', 'link'], service: true },
  /** `state`: credit or debit. */
  balance_adjusted: { values: ['state', 'amount', 'at'], service: true },
  /** `state`: what staff did, `HouseActName`. */
  house_acted: { values: ['state', 'at'], service: true },
  limit_raised: { values: ['at', 'link'], service: true },
  /** Of a ticket. `name`: its number. Whoever gave the address may not be who reads it: nothing that they wrote is in these. */
  ticket_received: { values: ['name', 'link'], service: true, unproven: true },
  /** `said`: the answer. `state`: is it answered by `mail` too, or by the `link` alone? */
  ticket_answered: { values: ['name', 'link', 'said', 'state'], service: true, unproven: true },
  /** Of a ticket that has ended. `link`: where one says whether it was solved, without a session. */
  ticket_solved: { values: ['name', 'link'], service: true, unproven: true },
  prediction_digest: { values: ['right', 'wrong', 'returned', 'result', 'link'], service: false },
  week_summary: { values: ['right', 'wrong', 'returned', 'result', 'link'], service: false },
  /** A notification by e-mail: its own title and text, in the language of the person. */
  notice: { values: ['title', 'text', 'link'], service: false },
} as const satisfies Readonly<Record<string, MailFacts>>;

export type MailKind = keyof typeof MAIL_KINDS;
export type MailValues<K extends MailKind> = Readonly<Record<(typeof MAIL_KINDS)[K]['values'][number], string>>;
