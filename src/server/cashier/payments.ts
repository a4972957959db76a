import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { firstRefusal } from '#domain/cashier/gates.ts';
import { SAME_PAYMENT_MS } from '#domain/cashier/payments.ts';
import type { Actor } from '#domain/identity/actor.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { ok, refused, type KeptOutcome, type Outcome } from '#domain/outcome.ts';
import { spanOf } from '#domain/settings/settings.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { PaymentBody, TransactionWire } from '#protocol/cashier/cashier.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { enqueueWith } from '#server/jobs/index.ts';
import { announceBalance } from '#server/ledger/announce-balance.ts';
import { endPayment, holdPayment } from '#server/ledger/payments.ts';
import { readAmount } from './amount.ts';
import type { Payment } from './contract.ts';
import { END_PAYMENT } from './job.ts';
import type { CashierParts } from './parts.ts';
import { payeeOf } from './payee.ts';
import { makeOnce, type Made } from './make-once.ts';
import { gatesOf } from './payer.ts';
import { answerable } from './requests/requests.ts';
import { setAnswered } from './requests/store-requests.ts';
import { findPayments, findSame, hasPaid, insertPayment, lockPayment, setEnded } from './store-payments.ts';
import { paymentWire } from './transactions.ts';

type Kept = { readonly key: string; readonly bodyHash: string } | null;

/** Pays another person: held now, theirs by a job when it may be recalled no more. One transaction, with its answer. */
export async function pay(
  parts: CashierParts,
  actor: Actor,
  { body, kept }: { readonly body: PaymentBody; readonly kept: Kept },
): Promise<KeptOutcome> {
  const amount = readAmount(body.amount);
  if (typeof amount !== 'bigint') return refused(amount);
  const { userId: payer } = actor;
  return makeOnce(parts, { userId: payer, kept }, (tx) =>
    make(parts, tx, { payer, amount, body, isKept: kept !== null }),
  );
}

interface Wish {
  readonly payer: string;
  readonly amount: Usdt;
  readonly body: PaymentBody;
  readonly isKept: boolean;
}

async function make(
  parts: CashierParts,
  tx: PoolClient,
  { payer, amount, body, isKept }: Wish,
): Promise<Outcome<Made>> {
  const now = parts.clock.now();
  const { gates } = await gatesOf(parts, tx, { userId: payer, amount });
  const own = gates.find(({ gate, refusal }) => refusal !== null && ['email', 'name', 'deposit'].includes(gate));
  if (own?.refusal) return refused(own.refusal);
  const found = await payeeOf(parts, tx, { payer, text: body.to });
  if (!found.ok) return found;
  const payee = found.value;
  // Another request is another payment, in the same terms too.
  const same =
    isKept || body.request !== undefined
      ? null
      : await findSame(tx, { payer, payee, amount, since: now - SAME_PAYMENT_MS });
  if (same !== null)
    return ok({ wire: await paymentWire(parts, tx, { payment: same, viewer: payer }), isRepeat: true });
  const request =
    body.request === undefined ? null : await answerable(parts, tx, { id: body.request, payer, payee, amount });
  if (request?.ok === false) return request;
  const refusal = firstRefusal(gates);
  if (refusal !== null) return refused(refusal);
  // Who confirmed somebody means that one, whoever has the address by now.
  const isConfirmed = body.confirmed === undefined ? await hasPaid(tx, { payer, payee }) : body.confirmed === payee;
  if (!isConfirmed) {
    return refused({ code: 'PayeeUnconfirmed', payee, ...(await parts.payees.faceOf(tx, payee)) });
  }
  const id = uuidv7();
  if ((await holdPayment(tx, { paymentId: id, payer, amount })) === 'NoBalance') return refused({ code: 'NoBalance' });
  const note = body.note?.trim() ?? '';
  const payment: Payment = {
    id,
    payer,
    payee,
    amount,
    noteSealed: note === '' ? null : await parts.vault.seal(tx, payer, note),
    state: 'HELD',
    madeAt: now,
    dueAt: now + spanOf('payments.recall_seconds', parts.settings.values),
  };
  await insertPayment(tx, payment);
  if (request !== null) await setAnswered(tx, request.value.id, id);
  await enqueueWith(tx, END_PAYMENT, { payload: { payment: id }, key: id, at: payment.dueAt });
  return ok({ wire: await paymentWire(parts, tx, { payment, viewer: payer }), isRepeat: false });
}

/** One payment: of its payer, or of its payee once they have it. */
export async function lookUp(parts: CashierParts, { userId }: Actor, id: string): Promise<Outcome<TransactionWire>> {
  const payment = isRowId(id) ? (await findPayments(parts.db, [id])).get(id) : undefined;
  const isSeen = payment?.payer === userId || (payment?.payee === userId && payment.state === 'DONE');
  if (payment === undefined || !isSeen) return refused({ code: 'NotFound' });
  return ok(await paymentWire(parts, parts.db, { payment, viewer: userId }));
}

/** Takes an own payment back while it is held; once it has come back, the same answer again. */
export async function recall(parts: CashierParts, actor: Actor, id: string): Promise<Outcome<TransactionWire>> {
  if (!isRowId(id)) return refused({ code: 'NotFound' });
  const reply = await transaction(parts.db, async (tx): Promise<Outcome<TransactionWire>> => {
    const payment = await lockPayment(tx, id);
    if (payment === null || payment.payer !== actor.userId) return refused({ code: 'NotFound' });
    if (payment.state === 'DONE') return refused({ code: 'PaymentOver' });
    // Pressed twice, or asked again after a lost answer: it has come back, and says so again.
    if (payment.state === 'HELD') await end(parts, tx, { payment, state: 'RECALLED' });
    return ok(await paymentWire(parts, tx, { payment: { ...payment, state: 'RECALLED' }, viewer: actor.userId }));
  });
  if (reply.ok) await tellBalance(parts, actor.userId);
  return reply;
}

/** Gives a held payment to its payee, if staff has stopped neither of them meanwhile; else the payer has it back. */
export async function endDue(parts: CashierParts, id: string): Promise<void> {
  const told = await transaction(parts.db, async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment?.state !== 'HELD') return null;
    const isStopped = await isStoppedNow(parts, tx, payment);
    await end(parts, tx, { payment, state: isStopped ? 'RECALLED' : 'DONE' });
    if (isStopped) return payment.payer;
    const told = { paymentId: id, amount: payment.amount.toString() };
    await record(tx, [
      { kind: 'payment.sent', userId: payment.payer, ...told },
      { kind: 'payment.received', userId: payment.payee, ...told },
    ]);
    return payment.payee;
  });
  if (told !== null) await tellBalance(parts, told);
}

/** What keeps money from leaving the payer, or from reaching the payee, keeps it also while it is on its way. */
async function isStoppedNow(parts: CashierParts, tx: PoolClient, { payer, payee }: Payment): Promise<boolean> {
  const { payees, payoutsHeld } = parts;
  // Whoever has closed their own account has paid before.
  if ((await payees.stateOf(tx, payer)) === 'blocked' || (await payoutsHeld(tx, payer))) return true;
  return !(await payeeOf(parts, tx, { payer, text: payee })).ok;
}

async function end(
  { clock }: CashierParts,
  tx: PoolClient,
  { payment, state }: { readonly payment: Payment; readonly state: 'DONE' | 'RECALLED' },
): Promise<void> {
  const { id, payer, payee } = payment;
  await setEnded(tx, { id, state, now: clock.now() });
  const to = state === 'DONE' ? payee : payer;
  await endPayment(tx, { paymentId: id, payer, amount: usdt(payment.amount), to });
  crashAt('payment.ended');
}

export function tellBalance(parts: Pick<CashierParts, 'db' | 'bus'>, userId: string): Promise<void> {
  return announceBalance(parts, { ownerId: userId, realm: 'real' });
}
