import type { AttemptTerms, PaymentTerms } from '../signer/signer-terms.ts';
import type { DueWithdrawal, SendingParts } from '../parts.ts';
import type { Attempt, OpenPayout } from './store.ts';

/** A withdrawal as the signer takes it. */
export function withdrawalTerms({ id, run, network, coin, to, amount, saved, people }: DueWithdrawal): PaymentTerms {
  return {
    kind: 'withdrawal',
    id,
    run,
    network,
    coin,
    to: to.toLowerCase(),
    amount: amount.toString(),
    saved: saved.map((one) => one.toLowerCase()).slice(0, 100),
    people,
  };
}

/** The terms of a payment that has a nonce, read again where they stand. */
export async function termsOf(
  { db, payouts }: Pick<SendingParts, 'db' | 'payouts'>,
  of: OpenPayout,
): Promise<PaymentTerms> {
  const [withdrawal] = of.kind === 'withdrawal' ? await payouts.find(db, [of.id]) : [];
  if (withdrawal === undefined) throw new Error(`nobody knows what ${of.kind} ${of.id} pays`);
  return withdrawalTerms({ ...withdrawal, run: of.run });
}

export function attemptTerms(nonce: number, { no, gas, maxFee, tip }: Attempt): AttemptTerms {
  return { no, nonce, gas, maxFee: maxFee.toString(), tip: tip.toString() };
}
