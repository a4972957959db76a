import type { AttemptTerms, PaymentTerms } from '../signer/signer-terms.ts';
import type { DueWithdrawal, SendingParts } from '../parts.ts';
import type { NetworkToken } from '#domain/cashier/networks.ts';
import type { OpenNetwork } from '#server/networks/index.ts';
import { findSweeps, type Sweep } from '../sweeping/store-sweeps.ts';
import type { Attempt, OpenPayout } from './store.ts';

/** A withdrawal as the signer takes it. */
export function withdrawalTerms({ id, run, network, coin, to, amount, saved, people }: DueWithdrawal): PaymentTerms {
  if (coin !== 'USDT' && coin !== 'USDC') throw new Error(`${coin} is paid on a network of its own`);
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

/** A sweep, or what its address is given for its fee, as the signer takes it. */
export function sweepTerms(
  { id, network, coin, child, amount, gas }: Sweep,
  { decimals }: Pick<NetworkToken, 'decimals'>,
  kind: 'sweep' | 'gas',
): PaymentTerms {
  if (kind === 'gas') return { kind, id, run: 1, network, child, amount: gas.toString() };
  return { kind, id, run: 1, network, coin, child, amount: (amount * 10n ** BigInt(decimals - 6)).toString() };
}

/** The terms of a payment that has a nonce, read again where they stand. */
export async function termsOf(
  { db, payouts }: Pick<SendingParts, 'db' | 'payouts'>,
  at: OpenNetwork,
  of: OpenPayout,
): Promise<PaymentTerms> {
  if (of.kind === 'withdrawal') {
    const [withdrawal] = await payouts.find(db, [of.id]);
    if (withdrawal !== undefined) return withdrawalTerms({ ...withdrawal, run: of.run });
  } else {
    const [sweep] = await findSweeps(db, [of.id]);
    const token = at.network.tokens.find(({ coin }) => coin === sweep?.coin);
    if (sweep !== undefined && token !== undefined) return sweepTerms(sweep, token, of.kind);
  }
  throw new Error(`nobody knows what ${of.kind} ${of.id} pays`);
}

export function attemptTerms(nonce: number, { no, gas, maxFee, tip }: Attempt): AttemptTerms {
  return { no, nonce, gas, maxFee: maxFee.toString(), tip: tip.toString() };
}
