import type { Usdt } from '../money.ts';
import { usdt } from '../money.ts';
import type { PaymentBounds } from '../cashier/payments.ts';
import type { ProofRegion, ProofSums } from '../cashier/wallet-proof.ts';
import { PLAY_SIGNS, type PlaySignName, type SignThresholds } from '../limits/play-signs.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts';
import type { ExposureCaps } from '../trading/exposure.ts';
import type { ReviewTimes } from '../verification/review-clock.ts';
import { withdrawalSteps, type WithdrawalStep } from '../verification/tiers.ts';
import { CENT, type SettingDefinition } from './definition.ts';
import { PAIR_SETTINGS, pairSettingOf, type PairLimit, type PairSettingName } from './pair-settings.ts';
import { PEOPLE_SETTINGS } from './people-settings.ts';
import { SIGN_SETTINGS } from './sign-settings.ts';
import { TRADING_SETTINGS } from './trading-settings.ts';
import { WALLET_SETTINGS } from './wallet-settings.ts';
import { WATCH_SETTINGS } from './watch-settings.ts';

const OF_ALL = {
  ...TRADING_SETTINGS,
  ...PEOPLE_SETTINGS,
  ...WALLET_SETTINGS,
  ...SIGN_SETTINGS,
  ...WATCH_SETTINGS,
} as const satisfies Readonly<Record<string, SettingDefinition>>;

/**
 * Numbers that an operator may want otherwise. A name stands in stored rows: it never changes. What is read while it acts is read live by
 * every process (`src/server/settings`).
 */
const SETTINGS: Readonly<Record<string, SettingDefinition>> = { ...OF_ALL, ...PAIR_SETTINGS };

export type SettingName = keyof typeof OF_ALL | PairSettingName;
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** What holds now, by name. */
export type SettingValues = Readonly<Record<SettingName, bigint>>;

export const STANDARD_VALUES = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, definitionOf(name).standard]),
) as SettingValues;

/** How long a change that loosens waits after its approval, ms. */
export const LOOSENING_WAIT_MS = DAY_MS;

export function definitionOf(name: SettingName): SettingDefinition {
  const found = SETTINGS[name];
  if (found === undefined) throw new Error(`there is no setting ${name}`);
  return found;
}

export function isSettingName(text: string): text is SettingName {
  return Object.hasOwn(SETTINGS, text);
}

/** Is a value one that a setting may have? Money is in whole cents. */
export function mayBe(name: SettingName, value: bigint): boolean {
  const { least, most, unit } = definitionOf(name);
  return value >= least && value <= most && (unit !== 'USDT' || value % CENT === 0n);
}

/** Does a change take a protection back? */
export function loosens(name: SettingName, { from, to }: { readonly from: bigint; readonly to: bigint }): boolean {
  const { loosens: way } = definitionOf(name);
  return way === 'up' ? to > from : way === 'down' ? to < from : false;
}

const SPANS = { seconds: SECOND_MS, minutes: MINUTE_MS, hours: HOUR_MS, days: DAY_MS } as const;

/** Settings that are a length of time. */
export type SpanName = {
  [N in keyof typeof OF_ALL]: (typeof OF_ALL)[N]['unit'] extends keyof typeof SPANS ? N : never;
}[keyof typeof OF_ALL];

/** How long a setting that is a length of time is now, ms. */
export function spanOf(name: SpanName, values: SettingValues): number {
  return Number(values[name]) * SPANS[OF_ALL[name].unit];
}

/** How long documents wait for somebody to look at them, with what the operator has set, ms. */
export function reviewTimesOf(values: SettingValues): ReviewTimes {
  const reviewMs = spanOf('documents.review_hours', values);
  const supportMs = spanOf('documents.support_minutes', values);
  return { reviewMs, supportMs, alarmsMs: [Math.min(spanOf('documents.alarm_hours', values), reviewMs), reviewMs] };
}

/** From which count on each sign of harm is up, as the operator has set it. */
export function signThresholdsOf(values: SettingValues): SignThresholds {
  return Object.fromEntries(PLAY_SIGNS.map((name) => [name, Number(values[`signs.${name}`])])) as Record<
    PlaySignName,
    number
  >;
}

/** What people may pay one another, with what the operator has set: no bound lies below the one before. */
export function paymentBoundsOf(values: SettingValues): PaymentBounds {
  const most = usdt(values['payments.most']);
  const mostOfDay = usdt(values['payments.most_day']);
  return {
    least: least(usdt(values['payments.least']), most),
    most,
    mostOfDay: mostOfDay > most ? mostOfDay : most,
    countOfHour: Number(values['payments.most_hour']),
  };
}

/** What holds of risk in all pairs, with what the operator has set. */
export function capsOf(values: SettingValues): Pick<ExposureCaps, 'reserve' | 'practice'> {
  return { reserve: values['exposure.reserve'], practice: usdt(values['exposure.practice']) };
}

/** What a pair takes of stakes and risk, with what the operator has set: the lower of the pair's and of all pairs' holds, and no minimum lies above it. */
export function boundsOf<P extends PairBounds>(pair: P, values: SettingValues): P {
  const own = (limit: PairLimit, standard: Usdt) => values[pairSettingOf(limit, pair.id)] ?? standard;
  const maxStake = least(own('pair_stake', pair.maxStake), values['stake.max_real']);
  const maxStakeDemo = usdt(values['stake.max_demo']);
  const pairCap = least(own('pair_cap', pair.pairCap), values['exposure.pair']);
  return {
    ...pair,
    minStake: least(least(usdt(values['stake.min']), maxStake), maxStakeDemo),
    maxStake,
    maxStakeDemo,
    bucketCap: least(least(own('pair_bucket', pair.bucketCap), values['exposure.bucket']), pairCap),
    pairCap,
  };
}

/** 10^-6. */
type PairBounds = Readonly<Record<'minStake' | 'maxStake' | 'maxStakeDemo' | 'bucketCap' | 'pairCap', Usdt>> & {
  readonly id: string;
};

/** What withdrawals ask for, with what the operator has set: no step takes back what the one before gives. */
export function tiersOf(values: SettingValues): readonly WithdrawalStep[] {
  const byId = usdt(values['documents.out_by_id']);
  const byAddress = values['documents.out_by_address'];
  return withdrawalSteps(byId, usdt(byAddress > byId ? byAddress : byId));
}

/** What may be withdrawn in 24 hours to wallets that nobody proved, with what the operator has set. */
export function proofSumsOf(values: SettingValues): ProofSums {
  const sum = (region: ProofRegion) => usdt(values[`wallets.unproved_${region}`]);
  return { eea: sum('eea'), ch: sum('ch'), gb: sum('gb'), elsewhere: sum('elsewhere') };
}

function least(one: bigint, other: bigint): Usdt {
  return usdt(one < other ? one : other);
}
