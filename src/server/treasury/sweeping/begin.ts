import { uuidv7 } from 'uuidv7';
import type { NetworkToken } from '#domain/cashier/networks.ts';
import { usdt } from '#domain/money.ts';
import { feesFor } from '#domain/treasury/fees.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import type { OpenNetwork } from '#server/networks/index.ts';
import type { SendingParts } from '../parts.ts';
import { marketOf } from '../sending/market.ts';
import { signAndSend } from '../sending/send.ts';
import { insertAttempt, insertNonce, nextNonce, type OpenPayout } from '../sending/store.ts';
import { sweepTerms } from '../sending/terms.ts';
import { WalletRefused, type PaymentTerms } from '../signer/signer-terms.ts';
import { insertSweep, liveSweeps, sweptFrom, type Sweep } from './store-sweeps.ts';

/** Less than this stays where it is: to move it would cost more than it is worth on some networks, 10^-6. */
const LEAST_SWEEP = usdt(10_000_000n);
const MOST_LIVE = 8;
/** What a transfer of a token takes at most, and a payment of the native coin. */
export const SWEEP_GAS = 120_000;
export const GIVE_GAS = 21_000;

/**
 * Begins sweeps: what was credited at an address and not swept yet, where it is worth it and the chain has it there. The address is given the
 * native coin first where it has none. One at a time from an address.
 */
export async function beginSweeps(parts: SendingParts, at: OpenNetwork, wallet: `0x${string}`): Promise<void> {
  const { id: network, tokens } = at.network;
  const { xpub } = await parts.signer.wallet();
  for (const token of tokens) {
    const swept = await sweptFrom(parts.db, { network, coin: token.coin });
    for (const held of await parts.deposited(parts.db, { network, coin: token.coin, xpub })) {
      const amount = usdt(held.amount - (swept.get(held.address) ?? 0n));
      if (amount < LEAST_SWEEP) continue;
      if ((await liveSweeps(parts.db, network)) >= MOST_LIVE) return;
      await beginOne(parts, at, { token, wallet, ...held, amount });
    }
  }
}

interface Beginning {
  readonly token: NetworkToken;
  readonly wallet: `0x${string}`;
  readonly address: `0x${string}`;
  readonly child: number;
  readonly amount: Sweep['amount'];
}

async function beginOne(parts: SendingParts, at: OpenNetwork, of: Beginning): Promise<void> {
  const { token, wallet, address, child, amount } = of;
  const { id: network } = at.network;
  const units = amount * 10n ** BigInt(token.decimals - 6);
  if ((await at.client.balance(address, token.address as `0x${string}`)) < units) return;
  const market = await marketOf(at);
  const most = BigInt((await parts.signer.wallet()).mostFee);
  const fees = feesFor(market, { gas: BigInt(SWEEP_GAS), most });
  if (fees === null) return;
  const has = await at.client.balance(address, null);
  const wants = BigInt(SWEEP_GAS) * fees.maxFee;
  const gas = has >= wants ? 0n : wants - has;
  if (gas > 0n && (await at.client.balance(wallet, null)) < 2n * gas + BigInt(GIVE_GAS) * fees.maxFee) return;
  const sweep: Sweep = {
    id: uuidv7(),
    network,
    coin: token.coin,
    address,
    child,
    amount,
    gas,
    state: gas === 0n ? 'READY' : 'GAS',
  };
  const terms = sweepTerms(sweep, token, gas === 0n ? 'sweep' : 'gas');
  // Before its row is there: what the signer does not take leaves nothing behind.
  if (!(await accepts(parts, terms))) return;
  const payout = await transaction(parts.db, async (tx): Promise<OpenPayout | null> => {
    if (!(await insertSweep(tx, { ...sweep, now: parts.clock.now() })) || gas === 0n) return null;
    const first = await (await at.client.viem()).getTransactionCount({ address: wallet });
    return takeNonce(parts, tx, {
      payout: { network, wallet, kind: 'gas', id: sweep.id, run: 1 },
      first,
      gas: GIVE_GAS,
      fees,
      head: market.head,
    });
  });
  crashAt('sweep.begun');
  if (payout !== null) await signAndSend(parts, at, payout);
}

/** false: the signer does not make it. */
export async function accepts(parts: SendingParts, terms: PaymentTerms): Promise<boolean> {
  try {
    await parts.signer.accept(terms);
    return true;
  } catch (error) {
    if (!(error instanceof WalletRefused)) throw error;
    parts.log.warn({ network: terms.network, kind: terms.kind, id: terms.id, why: error.message }, 'a sweep waits');
    return false;
  }
}

/** Gives a payment the next nonce of its address, and its first attempt, in the caller's transaction. */
export async function takeNonce(
  parts: SendingParts,
  tx: Parameters<typeof insertNonce>[0],
  of: {
    readonly payout: Omit<OpenPayout, 'nonce' | 'attempts'>;
    readonly first: number;
    readonly gas: number;
    readonly fees: { readonly maxFee: bigint; readonly tip: bigint };
    readonly head: bigint;
  },
): Promise<OpenPayout> {
  const { payout, first, gas, fees, head } = of;
  const now = parts.clock.now();
  const nonce = await nextNonce(tx, { ...payout, first });
  const attempt = { no: 1, gas, ...fees, head };
  await insertNonce(tx, { ...payout, nonce, now });
  await insertAttempt(tx, { ...payout, nonce }, { ...attempt, now });
  return { ...payout, nonce, attempts: [{ ...attempt, raw: null, txHash: null, sentAt: null }] };
}
