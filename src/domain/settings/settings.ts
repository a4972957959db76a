import { DEMO_CASH, DEMO_NEW_PER_HOUR } from '../identity/demo.ts';
import { IDLE_MS } from '../identity/session-life.ts';
import type { Usdt } from '../money.ts';
import { usdt } from '../money.ts';
import { MAX_RESTING } from '../trading/orders/order-gates.ts';
import { PREDICTION_RATE } from '../trading/rate.ts';
import { MOST_WAITING } from '../trading/scheduled/entry.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';
import { STANDARD_TIERS, withdrawalSteps, type WithdrawalStep } from '../verification/tiers.ts';

/** What a number counts. Money is kept in 10^-6. */
export type SettingUnit = 'USDT' | 'count' | 'a second' | 'hours' | 'days';

export interface SettingDefinition {
  /** For staff: "Maximum stake, real money". */
  readonly title: string;
  readonly group: 'Stakes' | 'Orders and entries' | 'Practice' | 'Sessions' | 'Documents';
  readonly unit: SettingUnit;
  readonly least: bigint;
  readonly most: bigint;
  /** What holds while nobody has changed it. */
  readonly standard: bigint;
  /** Which way takes a protection back, and so two people and a wait; `no`: neither does. */
  readonly loosens: 'up' | 'down' | 'no';
}

const CENT = 10_000n;
const UNIT = 100n * CENT;

/**
 * Numbers that an operator may want otherwise. A name stands in stored rows: it never changes. What is read while it acts is read live by
 * every process (`src/server/settings`).
 */
export const SETTINGS = {
  'stake.min': {
    title: 'Minimum stake',
    group: 'Stakes',
    unit: 'USDT',
    least: 10n * CENT,
    most: 100n * UNIT,
    standard: UNIT,
    loosens: 'no',
  },
  'stake.max_real': {
    title: 'Maximum stake of any pair, real money',
    group: 'Stakes',
    unit: 'USDT',
    least: UNIT,
    most: 5_000n * UNIT,
    standard: 5_000n * UNIT,
    loosens: 'up',
  },
  'stake.max_demo': {
    title: 'Maximum stake, practice',
    group: 'Stakes',
    unit: 'USDT',
    least: UNIT,
    most: 100_000n * UNIT,
    standard: 10_000n * UNIT,
    loosens: 'no',
  },
  'predict.rate': {
    title: 'Predictions and orders of a person',
    group: 'Orders and entries',
    unit: 'a second',
    least: 1n,
    most: 50n,
    standard: BigInt(PREDICTION_RATE.perSecond),
    loosens: 'up',
  },
  'orders.most': {
    title: 'Open orders of a person',
    group: 'Orders and entries',
    unit: 'count',
    least: 1n,
    most: 2_000n,
    standard: BigInt(MAX_RESTING),
    loosens: 'up',
  },
  'scheduled.most': {
    title: 'Scheduled entries of a person',
    group: 'Orders and entries',
    unit: 'count',
    least: 1n,
    most: 500n,
    standard: BigInt(MOST_WAITING),
    loosens: 'up',
  },
  'demo.cash': {
    title: 'Practice balance, new and refilled',
    group: 'Practice',
    unit: 'USDT',
    least: 100n * UNIT,
    most: 1_000_000n * UNIT,
    standard: DEMO_CASH,
    loosens: 'no',
  },
  'demo.new_an_hour': {
    title: 'New practice accounts of one network, an hour',
    group: 'Practice',
    unit: 'count',
    least: 1n,
    most: 1_000n,
    standard: BigInt(DEMO_NEW_PER_HOUR.anywhere),
    loosens: 'up',
  },
  'session.remembered_days': {
    title: 'Unused session that is remembered, ends after',
    group: 'Sessions',
    unit: 'days',
    least: 2n,
    most: 90n,
    standard: BigInt(IDLE_MS.remembered / HOUR_MS / 24),
    loosens: 'up',
  },
  'session.once_hours': {
    title: 'Unused session that is not remembered, ends after',
    group: 'Sessions',
    unit: 'hours',
    least: 1n,
    most: 24n,
    standard: BigInt(IDLE_MS.once / HOUR_MS),
    loosens: 'up',
  },
  'documents.out_by_id': {
    title: 'Withdrawn a month with a government ID',
    group: 'Documents',
    unit: 'USDT',
    least: UNIT,
    most: 1_000_000n * UNIT,
    standard: STANDARD_TIERS.byId,
    loosens: 'up',
  },
  'documents.out_by_address': {
    title: 'Withdrawn a month with proof of residence and selfie too',
    group: 'Documents',
    unit: 'USDT',
    least: UNIT,
    most: 1_000_000n * UNIT,
    standard: STANDARD_TIERS.byAddress,
    loosens: 'up',
  },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** What holds now, by name. */
export type SettingValues = Readonly<Record<SettingName, bigint>>;

export const STANDARD_VALUES = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS[name].standard]),
) as SettingValues;

/** How long a change that loosens waits after its approval, ms. */
export const LOOSENING_WAIT_MS = DAY_MS;

export function definitionOf(name: SettingName): SettingDefinition {
  return SETTINGS[name];
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

/** Stakes that a pair takes, with what the operator has set: the lower maximum holds, and no minimum lies above it. */
export function stakesOf<P extends { readonly minStake: Usdt; readonly maxStake: Usdt; readonly maxStakeDemo: Usdt }>(
  pair: P,
  values: SettingValues,
): P {
  const maxStake = least(pair.maxStake, values['stake.max_real']);
  const maxStakeDemo = usdt(values['stake.max_demo']);
  return { ...pair, minStake: least(least(usdt(values['stake.min']), maxStake), maxStakeDemo), maxStake, maxStakeDemo };
}

/** What withdrawals ask for, with what the operator has set: no step takes back what the one before gives. */
export function tiersOf(values: SettingValues): readonly WithdrawalStep[] {
  const byId = usdt(values['documents.out_by_id']);
  const byAddress = values['documents.out_by_address'];
  return withdrawalSteps(byId, usdt(byAddress > byId ? byAddress : byId));
}

function least(one: bigint, other: bigint): Usdt {
  return usdt(one < other ? one : other);
}
