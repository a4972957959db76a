import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { WITHDRAWAL_STEPS, withdrawalSteps } from '../verification/tiers.ts';
import { paymentGates } from './gates.ts';
import { PAYMENT_BOUNDS } from './payments.ts';
import { withdrawalGates, type Destination, type WalletProof, type WithdrawerStanding } from './withdrawal-gates.ts';

const NOW = 1_700_000_000_000;
const OWN: WalletProof = 'own';
const UNPROVED: WalletProof = 'unproved';
const STANDING: WithdrawerStanding = {
  emailConfirmed: true,
  name: 'APPROVED',
  hasDeposit: true,
  balance: { required: usdt(0n), played: usdt(0n) },
  cash: usdt(3_000_000_000n),
  holdUntil: null,
  payoutsHeld: false,
  documents: { governmentId: 'APPROVED', selfieWithId: 'NONE', proofOfResidence: 'NONE', complianceVideo: 'NONE' },
  steps: WITHDRAWAL_STEPS,
  monthOut: usdt(0n),
};
const TO: Destination = {
  isPaid: true,
  address: { isListed: false, isOwn: false, usableFrom: NOW, wallet: OWN },
  savedOnly: true,
  unprovedMost: usdt(1_000_000_000n),
  ofDay: usdt(0n),
};

function openOf(
  standing: Partial<WithdrawerStanding>,
  to: Partial<Destination> = {},
  amount: bigint | null = 100_000_000n,
) {
  const wish = { amount: amount === null ? null : usdt(amount), to: { ...TO, ...to } };
  return withdrawalGates({ ...STANDING, ...standing }, wish, NOW)
    .filter(({ state }) => state === 'open')
    .map(({ gate, refusal }) => [gate, refusal?.code]);
}

it('asks for the same documents in a payment as in a withdrawal of as much', () => {
  const lately = { ofDay: usdt(0n), countOfHour: 0 };
  const payer = { ...STANDING, pausedUntil: null, selfExcluded: false, lately, bounds: PAYMENT_BOUNDS };
  for (const monthOut of [1_900_000_000n, 1_900_000_001n]) {
    const open = paymentGates({ ...payer, monthOut: usdt(monthOut) }, usdt(100_000_000n), NOW)
      .filter(({ state }) => state === 'open')
      .map(({ gate, refusal }) => [gate, refusal?.code]);
    expect(open).toEqual(openOf({ monthOut: usdt(monthOut) }));
  }
});

describe('the gates of a withdrawal', () => {
  it('are all met by somebody who may withdraw, also before an amount is typed', () => {
    expect(openOf({})).toEqual([]);
    expect(openOf({}, { address: null }, null)).toEqual([]);
  });

  it.each([
    [{ emailConfirmed: false }, {}, ['email', 'VerificationError']],
    [{ name: 'PENDING_NAME' as const }, {}, ['name', 'VerificationError']],
    [{ hasDeposit: false }, {}, ['deposit', 'VerificationError']],
    [{ payoutsHeld: true }, {}, ['payouts', 'PayoutsHeld']],
    [{ holdUntil: NOW + 1 }, {}, ['hold', 'PayoutHold']],
    [{}, { isPaid: false }, ['network', 'UnavailableToken']],
    [{}, { address: { isListed: true, isOwn: false, usableFrom: NOW, wallet: OWN } }, ['address', 'AddressRefused']],
    [{}, { address: { isListed: false, isOwn: true, usableFrom: NOW, wallet: OWN } }, ['address', 'AddressRefused']],
    [{}, { address: { isListed: false, isOwn: false, usableFrom: NOW + 1, wallet: OWN } }, ['address', 'AddressWaits']],
    [
      {},
      { address: { isListed: false, isOwn: false, usableFrom: null, wallet: UNPROVED } },
      ['address', 'AddressUnsaved'],
    ],
    [{ documents: { ...STANDING.documents, governmentId: 'NONE' as const } }, {}, ['documents', 'VerificationError']],
    [{ monthOut: usdt(1_900_000_001n) }, {}, ['documents', 'VerificationError']],
    // As an operator has set it.
    [{ steps: withdrawalSteps(usdt(99_999_999n), usdt(99_999_999n)) }, {}, ['documents', 'VerificationError']],
    [{ cash: usdt(99_999_999n) }, {}, ['balance', 'NoBalance']],
  ])('hold back one by one: %o %o', (standing, to, expected) => {
    expect(openOf(standing, to)).toEqual([expected]);
  });

  it('ask for what is played only where the amount needs it', () => {
    const balance = { required: usdt(2_950_000_000n), played: usdt(0n) };
    const gates = (amount: bigint) =>
      withdrawalGates({ ...STANDING, balance }, { amount: usdt(amount), to: TO }, NOW).find(
        ({ gate }) => gate === 'played',
      );
    expect(gates(50_000_000n)?.state).toBe('unneeded');
    expect(gates(50_000_001n)?.refusal).toEqual({ code: 'PlayBalance', left: 2_950_000_000n, free: 50_000_000n });
  });

  it.each([
    ['unproved', 600_000_000n, 400_000_000n, []],
    ['unproved', 600_000_000n, 400_000_001n, [['wallet', 'WalletUnproved']]],
    ['unproved', 1_000_000_001n, 0n, [['wallet', 'WalletUnproved']]],
    // Who holds it is said; somebody looks at it.
    ['held', 1_000_000_001n, 0n, []],
    ['own', 2_000_000_000n, 0n, []],
  ] as const)(
    'ask for a proof of a wallet that is %s from a sum on: %d after %d',
    (...[wallet, amount, ofDay, expected]) => {
      const to = { address: { isListed: false, isOwn: false, usableFrom: NOW, wallet }, ofDay: usdt(ofDay) };
      expect(openOf({}, to, amount)).toEqual(expected);
      expect(openOf({}, to, null)).toEqual([]);
    },
  );

  it('leave no sum outside the bounds, and an address that is not saved where the person allows it', () => {
    expect(openOf({}, {}, 9_999_999n)).toEqual([['limits', 'PaymentLimit']]);
    expect(openOf({}, {}, 10_000_000n)).toEqual([]);
    expect(
      openOf({}, { savedOnly: false, address: { isListed: false, isOwn: false, usableFrom: null, wallet: UNPROVED } }),
    ).toEqual([]);
  });
});
