import type { PoolClient } from 'pg';
import { isFinal, ledgerAmount } from '#domain/deposits/rules.ts';
import { toDecimal, usdt } from '#domain/money.ts';
import { coinText } from '#domain/treasury/coin-amounts.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { bringToWallet } from '#server/ledger/treasury/moves.ts';
import type { OpenCoinNetwork, OpenNetwork } from '#server/networks/index.ts';
import { insertOutputs, writeMark } from './coins/store-outputs.ts';
import type { TreasuryParts } from './parts.ts';
import { insertGas, lockOpening } from './sending/store.ts';
import type { WalletSigner } from './signer/signer-terms.ts';

export type OpeningParts = Pick<TreasuryParts, 'db' | 'clock' | 'networks' | 'payouts'> & {
  readonly signer: Pick<WalletSigner, 'wallet'>;
};

/** `says`: lines for who opens it. Not opened, nothing was changed. */
export interface Opening {
  readonly isOpen: boolean;
  readonly says: readonly string[];
}

const not = (...says: readonly string[]): Opening => ({ isOpen: false, says });

/**
 * Opens the wallet of a network for withdrawals: what the signer's wallet has there is money of the house, and the books have it from then on.
 * All in one transaction, with what `note` writes into it; once for a network. Throws where a node or the signer is away.
 */
export async function openPayoutWallet(
  parts: OpeningParts,
  network: string,
  note: (tx: PoolClient) => Promise<void>,
): Promise<Opening> {
  const at = parts.networks.findRead(network);
  if (at === null) return not(`${network} is no network of the settings (RPC_...).`);
  const known = await parts.payouts.walletOf(parts.db, network);
  if (known !== null) return not(`${network} has a wallet: ${known.address}.`);
  if ((await at.state()) !== 'open') return not(`The node of ${network} is away, or of another chain.`);
  const found = at.family === 'evm' ? await lookEvm(parts, at) : await lookCoins(parts, at);
  if ('says' in found) return found;
  const isNew = await transaction(parts.db, async (tx) => {
    await lockOpening(tx);
    if ((await parts.payouts.walletOf(tx, network)) !== null) return false;
    await parts.payouts.openWallet(tx, { network, address: found.address });
    await found.book(tx);
    await note(tx);
    crashAt('wallet.opened');
    return true;
  });
  if (!isNew) return not(`${network} has a wallet since a moment ago.`);
  return { isOpen: true, says: [`Withdrawals on ${network} are open, paid from ${found.address}.`, ...found.has] };
}

/** What a wallet has, and how the books get it. */
interface Found {
  readonly address: string;
  readonly has: readonly string[];
  readonly book: (tx: PoolClient) => Promise<void>;
}

const UNSETTLED = 'What came to the wallet, or left it, is not final yet: try again when it is.';

async function lookEvm({ clock, signer }: OpeningParts, at: OpenNetwork): Promise<Found | Opening> {
  const { id: network, tokens, native, confirmations } = at.network;
  const address = (await signer.wallet()).address.toLowerCase() as `0x${string}`;
  const { number: head } = await at.client.head();
  const final = head - BigInt(confirmations);
  if (final < 0n) return not(UNSETTLED);
  const both = (token: `0x${string}` | null) =>
    Promise.all([at.client.balance(address, token, head), at.client.balance(address, token, final)]);
  const [wei, weiBefore] = await both(null);
  if (wei === 0n) return not(`Fees are paid in ${native}, and the wallet has none: send some to ${address} first.`);
  const balances = await Promise.all(
    tokens.map(async (token) => ({ token, read: await both(token.address as `0x${string}`) })),
  );
  if (wei !== weiBefore || balances.some(({ read: [now, before] }) => now !== before)) return not(UNSETTLED);
  const held = balances.map(({ token, read: [has] }) => ({
    coin: token.coin,
    amount: ledgerAmount(has, token.decimals),
  }));
  return {
    address,
    has: held.map(({ coin, amount }) => `It has ${toDecimal(amount)} ${coin}, which is money of the house now.`),
    book: async (tx) => {
      const now = clock.now();
      await insertGas(tx, { network, wallet: address, why: 'brought', ref: 'first', wei, now });
      for (const { coin, amount } of held)
        if (amount > 0n) await bringToWallet(tx, { ref: `${network}/${coin}`, amount });
    },
  };
}

async function lookCoins({ signer }: OpeningParts, at: OpenCoinNetwork): Promise<Found | Opening> {
  const { id: network, coin, confirmations } = at.network;
  const own = (await signer.wallet()).coins.find((one) => one.network === network);
  if (own === undefined) return not(`The wallet's signer has no key of ${network}.`);
  const { address } = own;
  const { height, hash, outputs } = await at.payers[0].scan(address);
  const has = outputs.reduce((sum, { units }) => sum + units, 0n);
  if (has === 0n) return not(`The wallet has no ${coin}: send some to ${address} first.`);
  if (!outputs.every((one) => isFinal(one.height, { head: height, confirmations }))) return not(UNSETTLED);
  return {
    address,
    has: [`It has ${coinText(has)} ${coin}, which is money of the house now.`],
    book: async (tx) => {
      await insertOutputs(tx, network, outputs);
      await writeMark(tx, network, { height, hash });
      await bringToWallet(tx, { ref: `${network}/${coin}`, amount: usdt(has), asset: coin });
    },
  };
}
