import { describe, expect, it } from 'vitest';
import type { TradingEligibility } from '../identity/trading-eligibility.ts';
import { usdt } from '../money.ts';
import type { Refusal } from '../refusals.ts';
import { createLosses, rememberLosses } from './losses.ts';
import { standingGates } from './eligibility-gates.ts';

const NOW = 1_800_000_000_000;
const GOOD: TradingEligibility = {
  emailConfirmed: true,
  name: 'APPROVED',
  pausedUntil: null,
  selfExcluded: false,
  sessionEndsAt: null,
  limits: { stakeMax: null, lossDay: null, lossWeek: null, lossMonth: null },
  houseStakeMax: null,
  blocked: false,
  restricted: false,
};

/** One gate each, in the order in which they answer: what breaks it, and what it says. */
const GATES: readonly {
  gate: string;
  break: (eligibility: TradingEligibility) => TradingEligibility | null;
  says: Refusal;
}[] = [
  { gate: 'session', break: () => null, says: { code: 'NotSignedIn' } },
  {
    gate: 'closed by staff',
    break: (eligibility) => ({ ...eligibility, blocked: true }),
    says: { code: 'VerificationError', reason: 'account_problem' },
  },
  {
    gate: 'kept from playing by staff',
    break: (eligibility) => ({ ...eligibility, restricted: true }),
    says: { code: 'VerificationError', reason: 'account_problem' },
  },
  {
    gate: 'self-exclusion',
    break: (eligibility) => ({ ...eligibility, selfExcluded: true, pausedUntil: Infinity }),
    says: { code: 'SelfExcluded', until: null },
  },
  {
    gate: 'time-out',
    break: (eligibility) => ({ ...eligibility, pausedUntil: NOW + 1 }),
    says: { code: 'LimitReached', limit: 'time_out', amount: null, until: NOW + 1 },
  },
  {
    gate: 'session time',
    break: (eligibility) => ({ ...eligibility, sessionEndsAt: NOW }),
    says: { code: 'LimitReached', limit: 'session', amount: null, until: null },
  },
  {
    gate: 'stake limit',
    break: (eligibility) => ({ ...eligibility, limits: { ...eligibility.limits, stakeMax: usdt(9n) } }),
    says: { code: 'LimitReached', limit: 'stake', amount: 9n, until: null },
  },
  {
    gate: 'loss limit',
    break: (eligibility) => ({ ...eligibility, limits: { ...eligibility.limits, lossWeek: usdt(5n) } }),
    says: { code: 'LimitReached', limit: 'loss_week', amount: 5n, until: null, reason: 'could_pass' },
  },
  {
    gate: 'legal name',
    break: (eligibility) => ({ ...eligibility, name: 'PENDING_APPROVE' }),
    says: { code: 'VerificationError', reason: 'ofac_PENDING_APPROVE' },
  },
  {
    gate: 'e-mail',
    break: (eligibility) => ({ ...eligibility, emailConfirmed: false }),
    says: { code: 'VerificationError', reason: 'email' },
  },
];

function ask(eligibility: TradingEligibility | null): Refusal | null {
  const losses = createLosses();
  rememberLosses(losses, 'ada', []);
  return standingGates(losses, { userId: 'ada', stake: usdt(10n), eligibility }, NOW);
}

describe('the gates that look at the person', () => {
  it('let a person whom nothing holds back through', () => {
    expect(ask(GOOD)).toBeNull();
  });

  it.each(GATES.map((gate, index) => ({ ...gate, index })))(
    '$gate answers before every gate behind it',
    ({ index, says }) => {
      // From the last gate to this one, so that "no eligibility at all" is the last thing broken.
      const broken = GATES.slice(index)
        .toReversed()
        .reduce<TradingEligibility | null>(
          (eligibility, { break: breakIt }) => (eligibility === null ? null : breakIt(eligibility)),
          GOOD,
        );
      const answered = ask(broken);
      expect(answered?.code).toBe(says.code);
      expect(ask(GATES[index]?.break(GOOD) ?? null)).toEqual(says);
    },
  );

  it.each([
    { name: 'PENDING_NAME', reason: 'ofac_PENDING_NAME' },
    { name: 'REJECTED', reason: 'ofac_PENDING_NAME' },
    { name: 'PENDING_APPROVE', reason: 'ofac_PENDING_APPROVE' },
    { name: 'BLOCKED', reason: 'ofac_BLOCKED' },
  ] as const)('answer $reason for a name that is $name', ({ name, reason }) => {
    expect(ask({ ...GOOD, name })).toEqual({ code: 'VerificationError', reason });
  });

  it('let a person play again to the millisecond after a time-out, not after a self-exclusion that nobody lifted', () => {
    expect(ask({ ...GOOD, pausedUntil: NOW })).toBeNull();
    expect(ask({ ...GOOD, pausedUntil: NOW - 1, selfExcluded: true })).toEqual({
      code: 'SelfExcluded',
      until: NOW - 1,
    });
    expect(ask({ ...GOOD, sessionEndsAt: NOW + 1 })).toBeNull();
    expect(ask({ ...GOOD, limits: { ...GOOD.limits, stakeMax: usdt(10n), lossDay: usdt(10n) } })).toBeNull();
  });
});
