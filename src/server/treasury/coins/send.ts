import type { NodeAnswer } from '#domain/treasury/node-answers.ts';
import { crashAt } from '#server/crash-points.ts';
import type { OpenCoinNetwork } from '#server/networks/index.ts';
import type { DueWithdrawal, SendingParts } from '../parts.ts';
import type { CoinAttemptTerms, CoinPaymentTerms, CoinSweepTerms, CoinTerms } from '../signer/coin-terms.ts';
import { writeCoinAnswer, writeSignedCoins, type CoinAttempt, type OpenCoinPayment } from './store-payments.ts';

/** A withdrawal as the signer takes it. */
export function coinTerms({ id, network, to, units, saved, people }: DueWithdrawal): CoinPaymentTerms {
  if (units === null) throw new Error(`withdrawal ${id} is in no coin of this network`);
  return { kind: 'coins', id, run: 1, network, to, units: units.toString(), saved: saved.slice(0, 100), people };
}

/** A sweep as the signer takes it. */
export function coinSweepTerms({ id, network }: Pick<OpenCoinPayment, 'id' | 'network'>): CoinSweepTerms {
  return { kind: 'coinSweep', id, run: 1, network };
}

function attemptTerms({ inputs }: OpenCoinPayment, { no, fee, change }: CoinAttempt): CoinAttemptTerms {
  const spent = inputs.map(({ txid, vout, units, child }) => {
    return { txid, vout, units: units.toString(), ...(child === null ? {} : { child }) };
  });
  return { no, inputs: spent, fee: fee.toString(), change: change.toString() };
}

/** Has the last attempt signed where it is not, stores its bytes, and sends them to every node. Safe to repeat at any moment. */
export async function signAndSendCoins(
  parts: SendingParts,
  at: OpenCoinNetwork,
  payment: OpenCoinPayment,
): Promise<void> {
  const attempt = payment.attempts.at(-1);
  if (attempt === undefined) throw new Error('a payment without an attempt');
  const bytes =
    attempt.raw !== null && attempt.txHash !== null
      ? { raw: attempt.raw, hash: attempt.txHash }
      : await sign(parts, payment, attempt);
  const answers = await Promise.all(at.payers.map((payer) => payer.send(bytes.raw)));
  crashAt('payout.sent');
  const now = parts.clock.now();
  await writeCoinAnswer(parts.db, { payment: payment.id, no: attempt.no }, { answer: answers.join(' '), now });
  if (payment.kind === 'withdrawal' && answers.some(mayHaveIt))
    await parts.payouts.sent(parts.db, { id: payment.id, txHash: bytes.hash });
  crashAt('payout.told');
}

/** Whoever has neither it nor a word for it has it perhaps: only the chain says that it has not. */
const mayHaveIt = (answer: NodeAnswer) => answer === 'taken' || answer === 'unknown';

async function sign(
  parts: SendingParts,
  payment: OpenCoinPayment,
  attempt: CoinAttempt,
): Promise<{ readonly raw: string; readonly hash: string }> {
  const signed = await parts.signer.signCoins(await termsOf(parts, payment), attemptTerms(payment, attempt));
  if (signed.from !== payment.wallet) throw new Error("the wallet's signer has another wallet");
  crashAt('payout.signed');
  await writeSignedCoins(parts.db, { payment: payment.id, no: attempt.no }, signed);
  crashAt('payout.stored');
  return signed;
}

async function termsOf({ payouts, db }: SendingParts, payment: OpenCoinPayment): Promise<CoinTerms> {
  if (payment.kind === 'sweep') return coinSweepTerms(payment);
  const [withdrawal] = await payouts.find(db, [payment.id]);
  if (withdrawal === undefined) throw new Error(`nobody knows what withdrawal ${payment.id} pays`);
  return coinTerms(withdrawal);
}
