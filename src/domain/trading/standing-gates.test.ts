import { describe, expect, it } from 'vitest';
import type { Standing } from '../identity/standing.ts';
import { usdt } from '../money.ts';
import type { Refusal } from '../refusals.ts';
import { createLosses, rememberLosses } from './losses.ts';
import { standingGates } from './standing-gates.ts';

const NOW = 1_800_000_000_000;
const GOOD: Standing = {
  emailConfirmed: true,
  name: 'APPROVED',
  pausedUntil: null,
  selfExcluded: false,
  sessionEndsAt: null,
  limits: { stakeMax: null, lossDay: null, lossWeek: null, lossMonth: null },
  houseStakeMax: null,
  blocked: false,
};

/** One gate each, in the order in which they answer: what breaks it, and what it says. */
const GATES: readonly { gate: string; break: (standing: Standing) => Standing | null; says: Refusal }[] = [
  { gate: 'session', break: () => null, says: { code: 'NotSignedIn' } },
  {
    gate: 'closed by staff',
    break: (standing) => ({ ...standing, blocked: true }),
    says: { code: 'VerificationError', reason: 'account_problem' },
  },
  {
    gate: 'self-exclusion',
    break: (standing) => ({ ...standing, selfExcluded: true, pausedUntil: Infinity }),
    says: { code: 'SelfExcluded', until: null },
  },
  {
    gate: 'time-out',
    break: (standing) => ({ ...standing, pausedUntil: NOW + 1 }),
    says: { code: 'LimitReached', limit: 'time_out', amount: null, until: NOW + 1 },
  },
  {
    gate: 'session time',
    break: (standing) => ({ ...standing, sessionEndsAt: NOW }),
    says: { code: 'LimitReached', limit: 'session', amount: null, until: null },
  },
  {
    gate: 'stake limit',
    break: (standing) => ({ ...standing, limits: { ...standing.limits, stakeMax: usdt(9n) } }),
    says: { code: 'LimitReached', limit: 'stake', amount: 9n, until: null },
  },
  {
    gate: 'loss limit',
    break: (standing) => ({ ...standing, limits: { ...standing.limits, lossWeek: usdt(5n) } }),
    says: { code: 'LimitReached', limit: 'loss_week', amount: 5n, until: null },
  },
  {
    gate: 'legal name',
    break: (standing) => ({ ...standing, name: 'PENDING_APPROVE' }),
    says: { code: 'VerificationError', reason: 'ofac_PENDING_APPROVE' },
  },
  {
    gate: 'e-mail',
    break: (standing) => ({ ...standing, emailConfirmed: false }),
    says: { code: 'VerificationError', reason: 'email' },
  },
];

function ask(standing: Standing | null): Refusal | null {
  const losses = createLosses();
  rememberLosses(losses, 'ada', []);
  return standingGates(losses, { userId: 'ada', stake: usdt(10n), standing }, NOW);
}

describe('the gates that look at the person', () => {
  it('let a person of good standing through', () => {
    expect(ask(GOOD)).toBeNull();
  });

  it.each(GATES.map((gate, index) => ({ ...gate, index })))(
    '$gate answers before every gate behind it',
    ({ index, says }) => {
      // From the last gate to this one, so that "no standing at all" is the last thing broken.
      const broken = GATES.slice(index)
        .toReversed()
        .reduce<Standing | null>(
          (standing, { break: breakIt }) => (standing === null ? null : breakIt(standing)),
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
