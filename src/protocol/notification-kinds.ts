/** `locked`: always on. `none`: this kind does not use the channel. Anything else is where a switch stands at first. */
type ChannelRule = 'on' | 'off' | 'locked' | 'none';

interface KindRow {
  readonly group: 'trading' | 'money' | 'account';
  readonly app: ChannelRule;
  readonly email: ChannelRule;
  /** The page that says more: its site, and its path behind the language. */
  readonly site: 'main' | 'dashboard';
  readonly path: string;
}

/**
 * What people are told of, and where. A later kind is a row here, its texts in the namespace `notifications`, and a fact that causes it.
 * E-mails of `balance_adjusted`, `security` and `limits` are mails of their own; those of `prediction_settled` come as a digest of
 * the day, `week_summary` as one of the week.
 */
export const NOTIFICATION_KINDS = {
  prediction_settled: { group: 'trading', app: 'on', email: 'off', site: 'main', path: 'trading-history' },
  round_settled: { group: 'trading', app: 'on', email: 'none', site: 'main', path: 'trading-history' },
  event_settled: { group: 'trading', app: 'on', email: 'none', site: 'main', path: 'trading-history' },
  event_moved: { group: 'trading', app: 'on', email: 'none', site: 'main', path: 'trading-history' },
  event_alert: { group: 'trading', app: 'on', email: 'off', site: 'main', path: 'trading-history' },
  order_filled: { group: 'trading', app: 'on', email: 'off', site: 'main', path: 'trading-history' },
  order_ended: { group: 'trading', app: 'on', email: 'off', site: 'main', path: 'trading-history' },
  scheduled_opened: { group: 'trading', app: 'on', email: 'off', site: 'main', path: 'trading-history' },
  scheduled_ended: { group: 'trading', app: 'on', email: 'off', site: 'main', path: 'trading-history' },
  week_summary: { group: 'trading', app: 'none', email: 'off', site: 'main', path: 'trading-history' },
  deposited: { group: 'money', app: 'on', email: 'on', site: 'dashboard', path: 'wallet-history' },
  transfer_received: { group: 'money', app: 'on', email: 'on', site: 'dashboard', path: 'wallet-history' },
  transfer_sent: { group: 'money', app: 'on', email: 'off', site: 'dashboard', path: 'wallet-history' },
  payment_requested: { group: 'money', app: 'on', email: 'on', site: 'dashboard', path: 'pay-user' },
  withdrawal_refused: { group: 'money', app: 'locked', email: 'on', site: 'dashboard', path: 'wallet-history' },
  withdrawal_paid: { group: 'money', app: 'locked', email: 'on', site: 'dashboard', path: 'wallet-history' },
  avatar_ready: { group: 'account', app: 'on', email: 'off', site: 'dashboard', path: 'account' },
  balance_adjusted: { group: 'account', app: 'locked', email: 'locked', site: 'main', path: 'trading-history' },
  support: { group: 'account', app: 'locked', email: 'on', site: 'main', path: 'support' },
  idea: { group: 'account', app: 'on', email: 'off', site: 'main', path: 'suggest-feature' },
  verification: { group: 'account', app: 'locked', email: 'on', site: 'dashboard', path: 'verification' },
  security: { group: 'account', app: 'locked', email: 'locked', site: 'dashboard', path: 'settings/security' },
  limits: { group: 'account', app: 'locked', email: 'locked', site: 'dashboard', path: 'settings/limits' },
} as const satisfies Readonly<Record<string, KindRow>>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;
export const KIND_NAMES = Object.keys(NOTIFICATION_KINDS) as [NotificationKind, ...NotificationKind[]];
export const CHANNELS = ['app', 'email', 'push'] as const;
export type NotificationChannel = (typeof CHANNELS)[number];

/** Where the switch of `push` stands at first, where it is not on: what happens often, or what the person did, is no reason to ring. */
const PUSHED: Partial<Readonly<Record<NotificationKind, ChannelRule>>> = {
  prediction_settled: 'off',
  round_settled: 'off',
  order_ended: 'off',
  scheduled_opened: 'off',
  scheduled_ended: 'off',
  transfer_sent: 'off',
  avatar_ready: 'off',
  idea: 'off',
  week_summary: 'none',
};

/** How a kind uses a channel. */
export function ruleOf(kind: NotificationKind, channel: NotificationChannel): ChannelRule {
  return channel === 'push' ? (PUSHED[kind] ?? 'on') : NOTIFICATION_KINDS[kind][channel];
}

/** Browsers of one person that get pushes; one more ends the one that was added first. */
export const MOST_PUSH_DEVICES = 10;

/** Why somebody wants no more mails. */
export const UNSUBSCRIBE_REASONS = [
  'no_longer_interested',
  'too_many_emails',
  'irrelevant_content',
  'spam',
  'mailbox_full',
  'other',
] as const;
export type UnsubscribeReason = (typeof UNSUBSCRIBE_REASONS)[number];

/** Characters of the comment of the unsubscribe survey. */
export const LONGEST_COMMENT = 1_000;
