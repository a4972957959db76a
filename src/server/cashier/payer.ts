import { randomInt } from 'node:crypto';
import { paymentGates, type PayerStanding, type PaymentGate } from '#domain/cashier/gates.ts';
import type { Usdt } from '#domain/money.ts';
import { paymentBoundsOf, tiersOf } from '#domain/settings/settings.ts';
import type { Queryable } from '#server/db/index.ts';
import { balancesOf } from '#server/ledger/index.ts';
import type { CashierParts } from './parts.ts';
import { balanceToPlay } from './free.ts';
import { findPayer, insertPayer, leftInMonth, paidLately, type PayerRow } from './store.ts';

const PAY_ID_DIGITS = 10;

/** The row of a person, made at the first look. */
export async function payerOf(db: Queryable, userId: string): Promise<PayerRow> {
  const found = await findPayer(db, userId);
  if (found !== null) return found;
  const digits = Array.from({ length: PAY_ID_DIGITS }, () => randomInt(10)).join('');
  // Somebody else may have that number already, or made this row in between.
  await insertPayer(db, { userId, payId: digits });
  return payerOf(db, userId);
}

/** A pay ID as it is typed or pasted; null: this is none. */
export function readPayId(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  return /^\d{10}$/.test(digits) ? digits : null;
}

/** How a payer stands, read afresh. */
export async function payerStanding(parts: CashierParts, db: Queryable, userId: string): Promise<PayerStanding> {
  const person = await parts.standingOf(db, userId);
  await payerOf(db, userId);
  const { balance, deposited } = await balanceToPlay(db, userId);
  const now = parts.clock.now();
  const { cash } = await balancesOf(db, { ownerId: userId, realm: 'real' });
  return {
    emailConfirmed: person.emailConfirmed,
    name: person.name,
    pausedUntil: person.pausedUntil,
    selfExcluded: person.selfExcluded,
    hasDeposit: deposited > 0n,
    balance,
    cash,
    holdUntil: await parts.payees.holdOf(db, userId),
    payoutsHeld: await parts.payoutsHeld(db, userId),
    documents: await parts.documentStatuses(db, userId),
    steps: tiersOf(parts.settings.values),
    monthOut: await leftInMonth(db, userId, now),
    bounds: paymentBoundsOf(parts.settings.values),
    lately: await paidLately(db, userId, now),
  };
}

/** Their gates for an amount; null: none is known yet. */
export async function gatesOf(
  parts: CashierParts,
  db: Queryable,
  { userId, amount }: { readonly userId: string; readonly amount: Usdt | null },
): Promise<{ readonly standing: PayerStanding; readonly gates: readonly PaymentGate[] }> {
  const standing = await payerStanding(parts, db, userId);
  return { standing, gates: paymentGates(standing, amount, parts.clock.now()) };
}
