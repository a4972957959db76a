import { add, usdt, type Usdt } from '../money.ts';
import { DAY_MS } from '../time.ts';

/** REVIEW: people decide. APPROVED: to be signed. SIGNED: its bytes are stored. BROADCAST: a node has them. PAID: final on the chain. */
export type WithdrawalState = 'REVIEW' | 'APPROVED' | 'SIGNED' | 'BROADCAST' | 'PAID' | 'CANCELLED' | 'REJECTED';

/** May its person still cancel it? Bytes that were signed may be sent by whoever has them. */
export function mayCancel(state: WithdrawalState): boolean {
  return state === 'REVIEW' || state === 'APPROVED';
}

/** What one withdrawal may come to, its fee among it, and the fee, 10^-6. */
export const WITHDRAWAL_BOUNDS = {
  least: usdt(10_000_000n),
  most: usdt(50_000_000_000n),
  fee: usdt(1_000_000n),
} as const;

/** A repeat without an Idempotency-Key within this time is the same withdrawal, ms. */
export const SAME_WITHDRAWAL_MS = 10_000;
/** How long an estimate is good, ms. */
export const ESTIMATE_MS = 60_000;

/** `people`: how many must approve what the rule meets; 0: none. */
interface Rule {
  readonly id: string;
  readonly people: 0 | 1 | 2;
}

/** A rule meets a withdrawal by one measure. Money in 10^-6, times in ms. */
type PayoutRule = Rule &
  (
    | { readonly when: 'always' | 'unsaved_address' }
    | { readonly when: 'amount_above' | 'day_above'; readonly amount: Usdt }
    | { readonly when: 'hour_above'; readonly count: number }
    | { readonly when: 'known_less_than'; readonly ms: number }
  );

/** The first rule that meets a withdrawal decides it (docs/rules/cashier.md#withdrawals). The last one meets all. */
export const PAYOUT_POLICY: readonly PayoutRule[] = [
  { id: 'four-eyes', when: 'amount_above', amount: usdt(5_000_000_000n), people: 2 },
  { id: 'unsaved', when: 'unsaved_address', people: 1 },
  { id: 'newcomer', when: 'known_less_than', ms: 3 * DAY_MS, people: 1 },
  { id: 'large', when: 'amount_above', amount: usdt(500_000_000n), people: 1 },
  { id: 'day', when: 'day_above', amount: usdt(1_000_000_000n), people: 1 },
  { id: 'hour', when: 'hour_above', count: 3, people: 1 },
  { id: 'automatic', when: 'always', people: 0 },
];

/** What the policy looks at: the withdrawal, and what its person has withdrawn lately with it. */
export interface PayoutCase {
  readonly amount: Usdt;
  readonly isSaved: boolean;
  /** How long the person has been here, ms. */
  readonly knownFor: number;
  /** Without this one, and without what came back. */
  readonly lately: { readonly ofDay: Usdt; readonly countOfHour: number };
}

/** The rule that decides. Throws for a policy without a last word. */
export function ruleFor(policy: readonly PayoutRule[], asked: PayoutCase): PayoutRule {
  const rule = policy.find((one) => meets(one, asked));
  if (rule === undefined) throw new Error('a payout policy whose last rule does not meet all');
  return rule;
}

function meets(rule: PayoutRule, { amount, isSaved, knownFor, lately }: PayoutCase): boolean {
  switch (rule.when) {
    case 'always':
      return true;
    case 'unsaved_address':
      return !isSaved;
    case 'amount_above':
      return amount > rule.amount;
    case 'day_above':
      return add(lately.ofDay, amount) > rule.amount;
    case 'hour_above':
      return lately.countOfHour + 1 > rule.count;
    case 'known_less_than':
      return knownFor < rule.ms;
  }
}
