import { maySeePayees } from '#domain/cashier/gates.ts';
import { mostToPay } from '#domain/cashier/payments.ts';
import { freeToLeave, leftToPlay } from '#domain/cashier/played.ts';
import type { Actor } from '#domain/identity/actor.ts';
import { usdt } from '#domain/money.ts';
import type { Refusal } from '#domain/refusals.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { spanOf } from '#domain/settings/settings.ts';
import { moneyPair, toIsoOrNull } from '#protocol/codecs.ts';
import type { EstimateWire, PaymentAsked } from '#protocol/cashier/cashier.ts';
import type { CashierParts } from './parts.ts';
import { payeeOf } from './payee.ts';
import { gatesOf, payerOf } from './payer.ts';
import { readAmount } from './amount.ts';
import { resembledBy } from './resembled.ts';
import { hasPaid } from './store-payments.ts';

/** What a payment comes to, with the gates by which it would be judged. Nothing is done. */
export async function estimate(parts: CashierParts, actor: Actor, asked: PaymentAsked): Promise<Outcome<EstimateWire>> {
  const { db } = parts;
  const { userId } = actor;
  const amount = asked.amount === undefined ? null : readAmount(asked.amount);
  if (amount !== null && typeof amount !== 'bigint') return refused(amount);
  const { standing, gates } = await gatesOf(parts, db, { userId, amount });
  const mayLook = asked.to !== undefined && maySeePayees(gates);
  const found = mayLook ? await payeeOf(parts, db, { payer: userId, text: asked.to ?? '' }) : null;
  if (found !== null && !found.ok) return found;
  const payee =
    found === null ? null : await payeeWire(parts, { payer: userId, payee: found.value, typed: asked.to ?? '' });
  const { payId } = await payerOf(db, userId);
  const nothing = usdt(0n);
  return ok({
    transfer: true,
    payId,
    payee,
    ...moneyPair('fee', nothing),
    ...(amount === null ? { receive: null, receiveStr: null } : moneyPair('receive', amount)),
    ...moneyPair('cash', standing.cash),
    ...moneyPair('free', freeToLeave(standing.cash, standing.balance)),
    ...moneyPair('toPlay', leftToPlay(standing.balance)),
    ...moneyPair('min', standing.bounds.least),
    ...moneyPair('max', mostToPay(standing.lately, standing.bounds)),
    recallSeconds: spanOf('payments.recall_seconds', parts.settings.values) / 1_000,
    gates: gates.map((gate) => ({ ...gateWire(gate), document: documentOf(gate.refusal) })),
  });
}

/** Whom a payment is for, and whom they may be taken for. */
async function payeeWire(
  parts: CashierParts,
  asked: { readonly payer: string; readonly payee: string; readonly typed: string },
): Promise<EstimateWire['payee']> {
  const { db, payees } = parts;
  const paidBefore = await hasPaid(db, asked);
  return {
    id: asked.payee,
    ...(await payees.faceOf(db, asked.payee)),
    paidBefore,
    resembles: paidBefore ? null : await resembledBy(parts, db, asked),
  };
}

/** Of a refusal for documents: the first one that is missing. */
export function documentOf(refusal: Refusal | null) {
  return refusal?.code === 'VerificationError' ? (refusal.document ?? null) : null;
}

/** A gate of a payment or a withdrawal, with what its refusal says. */
export function gateWire<N extends string>(of: {
  readonly gate: N;
  readonly state: 'met' | 'open' | 'unneeded';
  readonly refusal: Refusal | null;
}) {
  const { gate, state, refusal } = of;
  const until = refusal !== null && 'until' in refusal ? refusal.until : null;
  const reason = refusal !== null && 'reason' in refusal ? (refusal.reason ?? null) : null;
  return { gate, state, code: refusal?.code ?? null, reason, until: toIsoOrNull(until ?? null) };
}
