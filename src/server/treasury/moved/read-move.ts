import { isFinal, ledgerAmount } from '#domain/deposits/rules.ts';
import type { OpenCoinNetwork, OpenNetwork, ReadNetwork } from '#server/networks/index.ts';
import type { CompareParts } from '../reconcile/compare.ts';
import { isOurs } from './store-moves.ts';

/** What a transaction that the product did not make has done to a wallet. */
export interface WalletMove {
  readonly network: string;
  readonly wallet: string;
  readonly txHash: string;
  readonly way: 'in' | 'out';
  /** What moved of each coin: as the books count it, and in its smallest unit. Above 0. */
  readonly moved: readonly { readonly coin: string; readonly amount: bigint; readonly units: bigint }[];
  /** Of the native coin of an Ethereum network, which has a book of its own: what came (+) or left beside the fee (-). */
  readonly wei: bigint;
  /** What that coin is called; null: there is none beside those that moved. */
  readonly native: string | null;
  /** What the wallet paid for it, wei, and under which nonce; null: somebody else sent it. */
  readonly sent: { readonly fee: bigint; readonly nonce: number } | null;
}

/** The hash of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export type MoveParts = CompareParts & { readonly networks: { findRead(id: string): ReadNetwork | null } };

/** Reads it at the network's first node. A text: why it cannot be booked. Throws where a node is away. */
export async function readMove(
  parts: MoveParts,
  { network, txHash: typed }: { readonly network: string; readonly txHash: string },
): Promise<WalletMove | string> {
  const at = parts.networks.findRead(network);
  if (at === null) return `${network} is no network of the settings.`;
  const wallet = await parts.payouts.walletOf(parts.db, network);
  if (wallet === null) return `${network} has no wallet yet.`;
  const txHash = typed.trim().toLowerCase();
  if (!(at.family === 'evm' ? /^0x[0-9a-f]{64}$/ : /^[0-9a-f]{64}$/).test(txHash))
    return 'That is no hash of a transaction.';
  if ((await at.state()) !== 'open') return `The node of ${network} is away.`;
  if (await isOurs(parts.db, { network, txHash })) return 'The product made it: it is in the books by itself.';
  const asked = { wallet: wallet.address, txHash };
  return at.family === 'evm' ? readEvm(at, asked) : readCoins(parts, at, asked);
}

interface Asked {
  readonly wallet: string;
  readonly txHash: string;
}

const NOT_FINAL = 'It is not final yet: try again when it is.';
const NOTHING = 'It has moved nothing of the wallet.';
const BOTH_WAYS = 'It has moved money both ways: it is looked at by whoever made it.';

async function readEvm(at: OpenNetwork, { wallet, txHash }: Asked): Promise<WalletMove | string> {
  const { id: network, tokens, confirmations } = at.network;
  const hash = txHash as `0x${string}`;
  const [receipt, sent, head] = [
    await at.client.receipt(hash),
    await at.client.transaction(hash),
    await at.client.head(),
  ];
  if (receipt === null || sent === null) return 'The chain does not have it.';
  if (!isFinal(receipt.blockNumber, { head: head.number, confirmations })) return NOT_FINAL;
  for (const client of at.clients.slice(1)) {
    const other = await client.receipt(hash);
    if (other !== null && other.blockHash !== receipt.blockHash) return 'The nodes do not agree on it.';
  }
  const word = `0x${wallet.slice(2).padStart(64, '0')}`;
  const isDone = receipt.status === 'success';
  const changes = tokens.map(({ coin, address, decimals }) => {
    const logs = receipt.logs.filter(
      (log) => log.address.toLowerCase() === address.toLowerCase() && log.topics[0] === TRANSFER,
    );
    const change = logs.reduce((sum, { topics, data }) => {
      return sum + (topics[2] === word ? BigInt(data) : 0n) - (topics[1] === word ? BigInt(data) : 0n);
    }, 0n);
    return { coin, change, amount: ledgerAmount(change < 0n ? -change : change, decimals) };
  });
  const isSender = sent.from.toLowerCase() === wallet;
  const isReceiver = sent.to?.toLowerCase() === wallet;
  const value = isDone ? sent.value : 0n;
  const wei = (isReceiver ? value : 0n) - (isSender ? value : 0n);
  const moved = changes.filter(({ amount }) => amount > 0n);
  const signs = new Set([...moved.map(({ change }) => change > 0n), ...(wei === 0n ? [] : [wei > 0n])]);
  if (signs.size > 1) return BOTH_WAYS;
  if (signs.size === 0 && !isSender) return NOTHING;
  const way = signs.has(true) ? 'in' : 'out';
  return {
    network,
    wallet,
    txHash,
    way,
    moved: moved.map(({ coin, amount, change }) => ({ coin, amount, units: change < 0n ? -change : change })),
    wei,
    native: at.network.native,
    sent: isSender ? { fee: receipt.gasUsed * receipt.effectiveGasPrice, nonce: sent.nonce } : null,
  };
}

/** Only what came: of what left, the chain says a sum that has the fee and the change in it. */
async function readCoins(
  { db }: Pick<MoveParts, 'db'>,
  at: OpenCoinNetwork,
  { wallet, txHash }: Asked,
): Promise<WalletMove | string> {
  const { id: network, coin, confirmations } = at.network;
  const standing = await at.payers[0].standing(txHash);
  if (standing === null) return 'The chain does not have it.';
  if (standing.in === 'mempool' || standing.confirmations < confirmations) return NOT_FINAL;
  const all = await at.readers[0].payments({ block: standing.hash, to: [wallet] });
  const came = all.filter((one) => one.txHash === txHash);
  if (came.length === 0) return 'It has paid nothing to the wallet. What left it by hand cannot be booked here.';
  for (const spent of came[0]?.inputs ?? []) {
    if (await isOurs(db, { network, output: spent })) return BOTH_WAYS;
  }
  const amount = came.reduce((sum, { value }) => sum + value, 0n);
  return {
    network,
    wallet,
    txHash,
    way: 'in',
    moved: [{ coin, amount, units: amount }],
    wei: 0n,
    native: null,
    sent: null,
  };
}
