import { usdt, type Usdt } from '../money.ts';
import { HOUR_MS } from '../time.ts';

/** What is done with a withdrawal: it is sent by itself, one or two people look at it first, or it is not taken. */
export const VERDICTS = ['automatic', 'one', 'two', 'refuse'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** How many people must approve. */
export const PEOPLE_OF = { automatic: 0, one: 1, two: 2 } as const satisfies Readonly<
  Record<Exclude<Verdict, 'refuse'>, number>
>;

/** What the value of a rule counts. `money`: 10^-6. */
type Unit = 'none' | 'money' | 'count' | 'hours' | 'percent' | 'network';

/** By what a rule meets a withdrawal. */
export const MEASURES = {
  always: 'none',
  amount_above: 'money',
  day_above: 'money',
  hour_above: 'count',
  unsaved_address: 'none',
  address_younger_than: 'hours',
  shared_address: 'none',
  to_network: 'network',
  known_less_than: 'hours',
  wallet_share_above: 'percent',
  above_deposits: 'percent',
} as const satisfies Readonly<Record<string, Unit>>;
export type Measure = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as readonly Measure[];

export interface PayoutRule {
  /** Stands in every decision. */
  readonly id: string;
  readonly when: Measure;
  /** As the measure counts it; '' where it counts nothing. */
  readonly value: string;
  readonly verdict: Verdict;
}

/** The first revision. The first rule that meets a withdrawal decides it (docs/rules/cashier.md#withdrawals). The last one meets all. */
export const FIRST_PAYOUT_POLICY: readonly PayoutRule[] = [
  { id: 'four-eyes', when: 'amount_above', value: '5000000000', verdict: 'two' },
  { id: 'unsaved', when: 'unsaved_address', value: '', verdict: 'one' },
  { id: 'newcomer', when: 'known_less_than', value: '72', verdict: 'one' },
  { id: 'large', when: 'amount_above', value: '500000000', verdict: 'one' },
  { id: 'day', when: 'day_above', value: '1000000000', verdict: 'one' },
  { id: 'hour', when: 'hour_above', value: '3', verdict: 'one' },
  { id: 'automatic', when: 'always', value: '', verdict: 'automatic' },
];

/** What the policy looks at. It is kept with the withdrawal, so that another policy can be tried on it. Amounts in 10^-6, times in ms. */
export interface PayoutCase {
  /** With the fee. */
  readonly amount: Usdt;
  readonly network: string;
  readonly isSaved: boolean;
  /** Since the address was saved; null: it is not. */
  readonly addressAge: number | null;
  /** Has anybody else withdrawn to it? */
  readonly isShared: boolean;
  /** How long the person has been here. */
  readonly knownFor: number;
  /** Without this one, and without what came back. */
  readonly lately: { readonly ofDay: Usdt; readonly countOfHour: number };
  /** All that the person has ever deposited, and withdrawn without this one and without what came back. */
  readonly deposited: Usdt;
  readonly withdrawn: Usdt;
  /** What the books hold in the wallet that pays. */
  readonly wallet: Usdt;
}

/** The rule that decides. Throws for a policy without a last word. */
export function ruleFor(policy: readonly PayoutRule[], asked: PayoutCase): PayoutRule {
  const rule = policy.find((one) => meets(one, asked));
  if (rule === undefined) throw new Error('a payout policy whose last rule does not meet all');
  return rule;
}

function meets({ when, value }: PayoutRule, asked: PayoutCase): boolean {
  const { amount, addressAge, lately } = asked;
  switch (when) {
    case 'always':
      return true;
    case 'unsaved_address':
      return !asked.isSaved;
    case 'shared_address':
      return asked.isShared;
    case 'to_network':
      return asked.network === value;
    case 'amount_above':
      return amount > BigInt(value);
    case 'day_above':
      return lately.ofDay + amount > BigInt(value);
    case 'hour_above':
      return BigInt(lately.countOfHour + 1) > BigInt(value);
    case 'known_less_than':
      return isShorter(asked.knownFor, value);
    case 'address_younger_than':
      return addressAge === null || isShorter(addressAge, value);
    case 'wallet_share_above':
      return amount * 100n > asked.wallet * BigInt(value);
    case 'above_deposits':
      return (asked.withdrawn + amount) * 100n > asked.deposited * BigInt(value);
  }
}

/** Is a time (ms) shorter than so many hours? */
function isShorter(ms: number, hours: string): boolean {
  return BigInt(Math.floor(ms)) < BigInt(hours) * BigInt(HOUR_MS);
}

const MOST_RULES = 30;
const ID = /^[a-z][a-z0-9-]{0,29}$/;
const VALUES: Readonly<Record<Unit, RegExp>> = {
  none: /^$/,
  money: /^[1-9]\d{0,14}$/,
  count: /^[1-9]\d{0,2}$/,
  hours: /^[1-9]\d{0,4}$/,
  percent: /^[1-9]\d{0,3}$/,
  network: /^[a-z0-9-]{1,40}$/,
};

/** What keeps rules from being a policy. */
export type PolicyFault = 'no_last_word' | 'dead_rules' | 'too_many' | 'same_id' | 'wrong_id' | 'wrong_value';

/** null: they are a policy. */
export function faultOfPolicy(rules: readonly PayoutRule[]): PolicyFault | null {
  if (rules.length > MOST_RULES) return 'too_many';
  if (rules.at(-1)?.when !== 'always') return 'no_last_word';
  // Nothing gets past a rule that meets all.
  if (rules.slice(0, -1).some(({ when }) => when === 'always')) return 'dead_rules';
  if (new Set(rules.map(({ id }) => id)).size < rules.length) return 'same_id';
  if (rules.some(({ id }) => !ID.test(id))) return 'wrong_id';
  return rules.every(({ when, value }) => VALUES[MEASURES[when]].test(value)) ? null : 'wrong_value';
}

/** A case as it is kept: amounts as text. */
export type StoredCase = {
  readonly [K in keyof PayoutCase]: PayoutCase[K] extends Usdt
    ? string
    : K extends 'lately'
      ? { readonly ofDay: string; readonly countOfHour: number }
      : PayoutCase[K];
};

export function storedCase({ amount, lately, deposited, withdrawn, wallet, ...rest }: PayoutCase): StoredCase {
  return {
    ...rest,
    amount: amount.toString(),
    lately: { ofDay: lately.ofDay.toString(), countOfHour: lately.countOfHour },
    deposited: deposited.toString(),
    withdrawn: withdrawn.toString(),
    wallet: wallet.toString(),
  };
}

export function caseOf({ amount, lately, deposited, withdrawn, wallet, ...rest }: StoredCase): PayoutCase {
  const read = (text: string) => usdt(BigInt(text));
  return {
    ...rest,
    amount: read(amount),
    lately: { ofDay: read(lately.ofDay), countOfHour: lately.countOfHour },
    deposited: read(deposited),
    withdrawn: read(withdrawn),
    wallet: read(wallet),
  };
}
