import { PAYMENT_GATES } from '#domain/cashier/gates.ts';
import { PAYMENT_BOUNDS, RECALL_MS } from '#domain/cashier/payments.ts';
import { ADDRESS_WAIT_MS, MOST_ADDRESSES } from '#domain/cashier/addresses.ts';
import { REQUEST_MS } from '#domain/cashier/requests.ts';
import { WALLET_PROOF_MS } from '#domain/cashier/wallet-proof.ts';
import { WITHDRAWAL_GATES } from '#domain/cashier/withdrawal-gates.ts';
import { WITHDRAWAL_BOUNDS } from '#domain/cashier/withdrawals.ts';
import { KNOWN_NETWORKS } from '#domain/cashier/networks.ts';
import { countedShares, countedStake } from '#domain/cashier/played.ts';
import { LEAST_DEPOSIT } from '#domain/deposits/rules.ts';
import { CHALLENGE_MS, CORRECTABLE_MS, HANDS, LONG_CHALLENGE_MS, NEXT_EVENT } from '#domain/events/life.ts';
import { FIAT_REASONS, FIAT_STEPS } from '#domain/fiat/orders.ts';
import { IDEAS_A_DAY } from '#domain/ideas/idea.ts';
import { API_SCOPES, MOST_API_KEYS } from '#domain/identity/api-key.ts';
import { DEMO_CASH, DEMO_RETURN_MS } from '#domain/identity/demo.ts';
import { RECOVERY_CODES } from '#domain/identity/otp.ts';
import { MOST_PASSKEYS } from '#domain/identity/passkey.ts';
import { PASSWORD_MIN } from '#domain/identity/password.ts';
import { ABSOLUTE_MS, IDLE_MS } from '#domain/identity/session-life.ts';
import { LIMIT_NAMES, RAISE_WAIT_MS } from '#domain/limits/limit.ts';
import { EXCLUSION_SPANS, TIME_OUT_SPANS } from '#domain/limits/pause.ts';
import { REALITY_MINUTES, SESSION_GAP_MS } from '#domain/limits/play-time.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { openSpans } from '#web/features/hours/week.ts';
import { MOST_PARTS } from '#domain/proofs/liabilities/hiding.ts';
import { OWED_KINDS } from '#domain/proofs/liabilities/owed-kinds.ts';
import { NEXT_FEED_STATUS, WARMING_MS } from '#domain/prices/feed-state.ts';
import { GROUP_RULES, PAIR_GROUPS } from '#domain/prices/pair.ts';
import { TICK_DAYS } from '#domain/prices/ticks/tick-hours.ts';
import { CLOSING_MS } from '#domain/privacy/closing.ts';
import { LOOK_MS, WATCHED_PARTS } from '#domain/status/watch.ts';
import { FILES_OF_MESSAGE, LARGEST_TICKET_FILE, TICKET_FILE_TYPES } from '#domain/support/files.ts';
import {
  ANSWER_MS,
  answerDue,
  FINAL_BUSINESS_DAYS,
  finalAnswerDue,
  RATINGS,
  TICKET_WAITS,
  TICKETS_A_DAY,
} from '#domain/support/ticket.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { MAX_RESTING } from '#domain/trading/orders/order-gates.ts';
import { FEE_BPS } from '#domain/trading/orders/market.ts';
import { resultOf } from '#domain/trading/exit.ts';
import { PAYOUT_BAND, PAYOUT_FORMULA, PAYOUT_PERIOD_MS } from '#domain/trading/payout.ts';
import { VOID_REASONS } from '#domain/trading/prediction.ts';
import { SALE_WAIT_MS } from '#domain/trading/sale/sale.ts';
import { LONGEST_WAIT_MS, MOST_WAITING } from '#domain/trading/scheduled/entry.ts';
import { STANDARD_TIERS, WITHDRAWAL_STEPS } from '#domain/verification/tiers.ts';
import { WITHDRAWAL_HOLD_MS } from '#domain/waits.ts';
import { moneyWords } from '#protocol/codecs.ts';
import { STEPS } from '#verify/codes.ts';
import type { Formats } from '#web/i18n/format.ts';
import type { ArticleId } from '#domain/help/articles.ts';
import { AGGREGATED, CORRECTED, EMAIL_CHANGES, IDEAS, LAST_WAYS, SENDERS, WRONG_PASSWORDS } from './shown-rules.ts';

/** What stands in braces in the articles, as a language writes it. Numbers of the rules come from the code alone. */
export function articleValues(
  formats: Pick<Formats, 'money' | 'percent' | 'number'>,
): Readonly<Record<string, string>> {
  const money = (amount: Usdt) => formats.money(moneyWords(amount));
  const hours = (ms: number) => String(ms / HOUR_MS);
  const days = (ms: number) => String(ms / DAY_MS);
  return {
    least_deposit: money(LEAST_DEPOSIT),
    out_least: money(WITHDRAWAL_BOUNDS.least),
    out_most: money(WITHDRAWAL_BOUNDS.most),
    by_id: money(STANDARD_TIERS.byId),
    by_address: money(STANDARD_TIERS.byAddress),
    hold: hours(WITHDRAWAL_HOLD_MS),
    raise: hours(RAISE_WAIT_MS),
    recall: String(RECALL_MS / 1_000),
    pay_least: money(PAYMENT_BOUNDS.least),
    pay_most: money(PAYMENT_BOUNDS.most),
    pay_day: money(PAYMENT_BOUNDS.mostOfDay),
    payout_low: formats.percent(PAYOUT_BAND.min / 10_000),
    payout_high: formats.percent(PAYOUT_BAND.max / 10_000),
    payout_seconds: String(PAYOUT_PERIOD_MS / 1_000),
    delta: String(GROUP_RULES.crypto.deltaMs),
    fee: formats.number(FEE_BPS.round / 10_000),
    wait_hours: hours(LONGEST_WAIT_MS),
    most_waiting: formats.number(MOST_WAITING),
    most_resting: formats.number(MAX_RESTING),
    demo_cash: money(DEMO_CASH),
    demo_days: days(DEMO_RETURN_MS),
    tick_days: formats.number(TICK_DAYS),
    address_wait: hours(ADDRESS_WAIT_MS),
    most_addresses: formats.number(MOST_ADDRESSES),
    request_days: days(REQUEST_MS),
    most_keys: formats.number(MOST_API_KEYS),
    closing_days: days(CLOSING_MS),
    answer_hours: hours(ANSWER_MS),
    final_days: formats.number(FINAL_BUSINESS_DAYS),
    tickets: formats.number(TICKETS_A_DAY),
    recovery_codes: formats.number(RECOVERY_CODES),
    challenge_hours: hours(CHALLENGE_MS),
    challenge_long: hours(LONG_CHALLENGE_MS),
    correct_days: days(CORRECTABLE_MS),
    warming: String(WARMING_MS / SECOND_MS),
    most_passkeys: formats.number(MOST_PASSKEYS),
    password_min: formats.number(PASSWORD_MIN),
    remembered_days: days(IDLE_MS.remembered),
    once_hours: hours(IDLE_MS.once),
    session_days: days(ABSOLUTE_MS),
    ideas: formats.number(IDEAS_A_DAY),
    files: formats.number(FILES_OF_MESSAGE),
    solved_days: days(TICKET_WAITS[0].ms),
    reopen_days: days(TICKET_WAITS[1].ms),
    reality: REALITY_MINUTES.join(' / '),
    gap_minutes: String(SESSION_GAP_MS / MINUTE_MS),
    look: String(LOOK_MS / SECOND_MS),
    most_parts: String(MOST_PARTS),
    proof_minutes: String(WALLET_PROOF_MS / MINUTE_MS),
  };
}

interface Rule {
  /** Where it stands. */
  readonly file: string;
  /** What of it the article tells. */
  readonly tells: unknown;
  /** Digest of that when the article was last read against it: where it is another, the article is stale. */
  readonly read: string;
}

const CENT = 10_000n;
/** What is counted of stakes of 1.00 by their end, and of a share by what it cost, in hundredths. */
const PLAYED = [
  ...(['WIN', 'LOSE', 'TIE', 'SOLD', 'VOID'] as const).map(
    (outcome) => countedStake({ outcome, stake: usdt(100n * CENT) }) > 0n,
  ),
  ...[19n, 20n, 80n, 81n].map((cost) => countedShares({ won: true, lots: 100, cost: usdt(cost * CENT) }) > 0n),
];
const TIE = (['UP', 'DOWN'] as const).map((direction) => {
  const { outcome, credit } = resultOf({ direction, stake: usdt(100n * CENT), payoutBps: PAYOUT_BAND.min }, 7, 7);
  return [outcome, String(credit)];
});
const COINS = [...new Set(KNOWN_NETWORKS.flatMap(({ tokens }) => tokens.map(({ coin }) => coin)))];
const DELTAS = Object.values(GROUP_RULES).map(({ deltaMs }) => deltaMs);

/** When each market is open in a week of winter. */
const WEEK = { from: Date.UTC(2026, 0, 12), to: Date.UTC(2026, 0, 19) };
const OPEN = PAIR_GROUPS.map((group) => [group, openSpans(group, WEEK.from, WEEK.to)]);

/** The rules that articles are written from. Whoever changes one reads the article again, in all languages, and writes the new digest here. */
export const RULES: Readonly<Record<ArticleId, Rule>> = {
  withdrawals: { file: 'cashier/withdrawal-gates.ts', tells: WITHDRAWAL_GATES, read: '6fc87eb733fc' },
  receipt: { file: 'verify/codes.ts', tells: STEPS, read: '74848e6e54ad' },
  'played-balance': { file: 'cashier/played.ts', tells: PLAYED, read: '2ad0be7c8c1d' },
  documents: {
    file: 'verification/tiers.ts',
    tells: WITHDRAWAL_STEPS.map(({ documents }) => documents),
    read: 'f87ef649ea4c',
  },
  'quick-prediction': { file: 'prices/pair.ts', tells: DELTAS, read: 'a68f09e181eb' },
  payout: { file: 'trading/payout.ts', tells: PAYOUT_FORMULA, read: 'c677720d9ac1' },
  'same-price': { file: 'trading/exit.ts', tells: TIE, read: '570a530ec475' },
  void: { file: 'trading/prediction.ts', tells: VOID_REASONS, read: 'd6b592604f7c' },
  rounds: { file: 'trading/orders/market.ts', tells: FEE_BPS, read: 'bf4d85622943' },
  deposits: { file: 'cashier/networks.ts', tells: COINS, read: 'bb20d1ca0fd3' },
  payments: { file: 'cashier/gates.ts', tells: PAYMENT_GATES, read: 'e57527d93ddd' },
  limits: { file: 'limits/pause.ts', tells: [LIMIT_NAMES, TIME_OUT_SPANS, EXCLUSION_SPANS], read: 'b97b3838636c' },
  'two-step': { file: 'waits.ts', tells: WITHDRAWAL_HOLD_MS, read: '619d6a33617f' },
  'early-sale': { file: 'trading/sale/sale.ts', tells: [SALE_WAIT_MS, PLAYED[3]], read: '887375b38025' },
  scheduled: { file: 'trading/scheduled/entry.ts', tells: [LONGEST_WAIT_MS, MOST_WAITING], read: 'b3b2593ba2cd' },
  'trading-hours': { file: 'prices/hours.ts', tells: OPEN, read: '1f60b0f3dfb8' },
  practice: { file: 'identity/demo.ts', tells: [String(DEMO_CASH), DEMO_RETURN_MS], read: '720aa2e3a150' },
  'limit-orders': { file: 'trading/orders/order-gates.ts', tells: MAX_RESTING, read: '0604cd3138fe' },
  'tick-data': { file: 'prices/ticks/tick-hours.ts', tells: TICK_DAYS, read: '35135aaa6cc2' },
  'saved-addresses': {
    file: 'cashier/addresses.ts',
    tells: [ADDRESS_WAIT_MS, MOST_ADDRESSES, WALLET_PROOF_MS],
    read: 'd615c6fd9878',
  },
  'payment-requests': { file: 'cashier/requests.ts', tells: REQUEST_MS, read: 'e4ee343ddea0' },
  'api-keys': { file: 'identity/api-key.ts', tells: [API_SCOPES, MOST_API_KEYS], read: '114534b23be8' },
  'close-account': { file: 'privacy/closing.ts', tells: CLOSING_MS, read: '349f072a14b5' },
  complaints: {
    file: 'support/ticket.ts',
    tells: [TICKETS_A_DAY, answerDue('NEW', 0), finalAnswerDue(0)],
    read: '98a46f43e540',
  },
  'lost-phone': { file: 'identity/otp.ts', tells: RECOVERY_CODES, read: '4a44dc153642' },
  events: { file: 'events/life.ts', tells: NEXT_EVENT, read: 'a0d4771cc235' },
  'event-results': {
    file: 'events/life.ts',
    tells: [HANDS, CHALLENGE_MS, LONG_CHALLENGE_MS, CORRECTABLE_MS],
    read: '7f95aa75ac96',
  },
  fiat: { file: 'fiat/orders.ts', tells: [FIAT_STEPS, FIAT_REASONS], read: 'f7691353bed0' },
  'price-sources': { file: 'prices/aggregate.ts', tells: AGGREGATED, read: 'b7d47120a82f' },
  'price-outage': { file: 'prices/feed-state.ts', tells: [NEXT_FEED_STATUS, WARMING_MS], read: '625e50dae397' },
  corrections: { file: 'proofs/correction.ts', tells: CORRECTED, read: 'b37f57ccdf81' },
  passkeys: { file: 'identity/passkey.ts', tells: [MOST_PASSKEYS, LAST_WAYS], read: 'fe68de5200d0' },
  password: { file: 'identity/password.ts', tells: [PASSWORD_MIN, WRONG_PASSWORDS], read: '1dbb90b73eb9' },
  devices: { file: 'identity/session-life.ts', tells: [IDLE_MS, ABSOLUTE_MS], read: '13c1828b2bc0' },
  'change-email': { file: 'privacy/email-change.ts', tells: EMAIL_CHANGES, read: 'd1aa3b147089' },
  'real-mail': { file: 'senders/judge.ts', tells: SENDERS, read: '3506e072d3eb' },
  suggest: { file: 'ideas/idea.ts', tells: [IDEAS, IDEAS_A_DAY], read: '3e4712917e41' },
  'ask-support': {
    file: 'support/files.ts',
    tells: [
      FILES_OF_MESSAGE,
      LARGEST_TICKET_FILE,
      TICKET_FILE_TYPES,
      TICKET_WAITS,
      TICKETS_A_DAY,
      RATINGS,
      FINAL_BUSINESS_DAYS,
    ],
    read: '1d40de6845d1',
  },
  'reality-check': { file: 'limits/play-time.ts', tells: [REALITY_MINUTES, SESSION_GAP_MS], read: '9915031d64d0' },
  'system-status': { file: 'status/watch.ts', tells: [WATCHED_PARTS, LOOK_MS], read: 'a1abd95b713d' },
  liabilities: { file: 'proofs/liabilities/owed-kinds.ts', tells: [OWED_KINDS, MOST_PARTS], read: 'ddd381ec2f9e' },
};
