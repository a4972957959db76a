import { PAYMENT_GATES } from '#domain/cashier/gates.ts';
import { PAYMENT_BOUNDS, RECALL_MS } from '#domain/cashier/payments.ts';
import { WITHDRAWAL_GATES } from '#domain/cashier/withdrawal-gates.ts';
import { WITHDRAWAL_BOUNDS } from '#domain/cashier/withdrawals.ts';
import { KNOWN_NETWORKS } from '#domain/cashier/networks.ts';
import { countedShares, countedStake } from '#domain/cashier/played.ts';
import { LEAST_DEPOSIT } from '#domain/deposits/rules.ts';
import { LIMIT_NAMES, RAISE_WAIT_MS } from '#domain/limits/limit.ts';
import { EXCLUSION_SPANS, TIME_OUT_SPANS } from '#domain/limits/pause.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { GROUP_RULES } from '#domain/prices/pair.ts';
import { HOUR_MS } from '#domain/time.ts';
import { FEE_BPS } from '#domain/trading/orders/market.ts';
import { resultOf } from '#domain/trading/exit.ts';
import { PAYOUT_BAND, PAYOUT_FORMULA, PAYOUT_PERIOD_MS } from '#domain/trading/payout.ts';
import { VOID_REASONS } from '#domain/trading/prediction.ts';
import { STANDARD_TIERS, WITHDRAWAL_STEPS } from '#domain/verification/tiers.ts';
import { WITHDRAWAL_HOLD_MS } from '#domain/waits.ts';
import { moneyWords } from '#protocol/codecs.ts';
import { STEPS } from '#verify/codes.ts';
import type { Formats } from '#web/i18n/format.ts';
import type { ArticleId } from '#domain/help/articles.ts';

/** What stands in braces in the articles, as a language writes it. Numbers of the rules come from the code alone. */
export function articleValues(
  formats: Pick<Formats, 'money' | 'percent' | 'number'>,
): Readonly<Record<string, string>> {
  const money = (amount: Usdt) => formats.money(moneyWords(amount));
  const hours = (ms: number) => String(ms / HOUR_MS);
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

/** The rules that articles are written from. Whoever changes one reads the article again, in all languages, and writes the new digest here. */
export const RULES: Readonly<Record<ArticleId, Rule>> = {
  withdrawals: { file: 'cashier/withdrawal-gates.ts', tells: WITHDRAWAL_GATES, read: '299a99929224' },
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
};
