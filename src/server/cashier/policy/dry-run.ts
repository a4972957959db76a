import { caseOf, ruleFor, type PayoutRule, type Verdict } from '#domain/cashier/payout-policy.ts';
import { add, type Usdt } from '#domain/money.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Queryable } from '#server/db/index.ts';
import { judgedSince } from '../withdrawals/store-withdrawals.ts';

/** Over how long a policy is tried, ms, and over how many withdrawals at most, the newest. */
const DRY_RUN_MS = 30 * DAY_MS;
export const DRY_RUN_MOST = 20_000;

type Counts = Readonly<Record<Verdict, number>>;

/** How a withdrawal of the last 30 days would be decided. */
interface Tried {
  readonly id: string;
  /** With the fee, 10^-6. */
  readonly amount: Usdt;
  /** By the policy that holds, and by the one that is tried. */
  readonly held: PayoutRule;
  readonly tried: PayoutRule;
}

export interface DryRun {
  readonly held: Counts;
  readonly tried: Counts;
  /** Those that are decided otherwise, newest first. */
  readonly differ: readonly Tried[];
  readonly total: number;
}

/** Tries rules on the withdrawals before `now` (ms), by what was looked at when each was asked for. Nothing is changed. */
export async function dryRun(
  db: Queryable,
  asked: { readonly holds: readonly PayoutRule[]; readonly rules: readonly PayoutRule[]; readonly now: number },
): Promise<DryRun> {
  const rows = await judgedSince(db, { since: asked.now - DRY_RUN_MS, limit: DRY_RUN_MOST });
  const [held, tried] = [none(), none()];
  const differ: Tried[] = [];
  for (const { id, amount, fee, judged } of rows) {
    if (judged === null) continue;
    const of = caseOf(judged);
    const one = { id, amount: add(amount, fee), held: ruleFor(asked.holds, of), tried: ruleFor(asked.rules, of) };
    held[one.held.verdict] += 1;
    tried[one.tried.verdict] += 1;
    if (one.held.verdict !== one.tried.verdict) differ.push(one);
  }
  return { held, tried, differ, total: rows.length };
}

const none = (): Record<Verdict, number> => ({ automatic: 0, one: 0, two: 0, refuse: 0 });
