import { z } from 'zod';
import type { BlockMark, ChainReader, Payment, PaymentPlace, Sighting, WaitingPayment } from '../port.ts';
import { CORE_NOT_FOUND, CORE_OUT_OF_RANGE, type CoreClient } from './core-client.ts';
import { unitsOf } from './exact-json.ts';

const header = z.object({
  hash: z.string(),
  height: z.int(),
  time: z.int(),
  confirmations: z.int(),
  previousblockhash: z.string().optional(),
});
const output = z.object({
  value: z.union([z.string(), z.number()]),
  n: z.int(),
  /** Older nodes have a list; of one that has several, nobody owns it alone. */
  scriptPubKey: z.object({ address: z.string().optional(), addresses: z.array(z.string()).optional() }),
});
const transaction = z.object({
  txid: z.string(),
  vin: z.array(z.object({ txid: z.string().optional(), vout: z.int().optional() })),
  vout: z.array(output.or(z.object({ ismweb: z.literal(true) }))),
  /** Of its block. An index keeps one that left the chain, without confirmations. */
  blockhash: z.string().optional(),
  confirmations: z.int().optional(),
});
type Transaction = z.infer<typeof transaction>;
type Output = z.infer<typeof output>;

/** What a coin is called that has no contract. */
export const NATIVE = 'native';
/** A block's own reward cannot be spent before so many blocks are behind it. */
const MATURE = 100;
/** Transactions that are looked at in one look at those that wait. */
const MOST_NEW = 500;

/** Outputs on a chain of the Bitcoin family, as one node tells of them. It must keep an index of transactions (`txindex=1`). */
export class CoinReader implements ChainReader {
  readonly #client: CoreClient;
  /** Transactions that wait for a block, and what they pay. */
  #waiting: ReadonlyMap<string, readonly WaitingPayment[]> = new Map();

  constructor(client: CoreClient) {
    this.#client = client;
  }

  async genesis(): Promise<string> {
    return z.string().parse(await this.#client.call('getblockhash', [0]));
  }

  async head(): Promise<BlockMark> {
    return this.#mark(z.string().parse(await this.#client.call('getbestblockhash')));
  }

  async block(number: bigint): Promise<BlockMark | null> {
    const params = [Number(number)];
    const hash = await this.#client.find('getblockhash', { params, codes: [CORE_OUT_OF_RANGE] });
    return hash === null ? null : this.#mark(z.string().parse(hash));
  }

  async payments({
    block,
    to,
  }: {
    readonly block: string;
    readonly to: readonly string[] | null;
  }): Promise<readonly Payment[]> {
    const read = z.object({ height: z.int(), hash: z.string(), tx: z.array(transaction) });
    const { height, hash, tx } = read.parse(await this.#client.call('getblock', [block, 2]));
    const wanted = to === null ? null : new Set(to);
    return tx
      .flatMap(paymentsOf)
      .filter((one) => wanted === null || wanted.has(one.to))
      .map((one) => ({ ...one, blockNumber: BigInt(height), blockHash: hash }));
  }

  async has(payment: PaymentPlace): Promise<boolean> {
    const all = await this.payments({ block: payment.blockHash, to: [payment.to] });
    return all.some(
      ({ txHash, index, value }) => txHash === payment.txHash && index === payment.index && value === payment.value,
    );
  }

  /** An output holds what it says; the reward of a block only after a hundred others. */
  async arrived({ txHash, blockNumber, value }: PaymentPlace): Promise<bigint | 'wait'> {
    const isReward = inputsOf(await this.#transaction(txHash)).length === 0;
    if (!isReward) return value;
    const { number } = await this.head();
    return number - blockNumber + 1n > BigInt(MATURE) ? value : 'wait';
  }

  /** Whose outputs it spends. */
  async senders({ txHash }: { readonly txHash: string }): Promise<readonly string[]> {
    const found = new Set<string>();
    for (const input of inputsOf(await this.#transaction(txHash))) {
      const [hash = '', no] = input.split(':');
      const paid = (await this.#transaction(hash)).vout.find((one) => 'n' in one && one.n === Number(no));
      const address = paid === undefined || !('n' in paid) ? null : addressOf(paid);
      if (address !== null) found.add(address);
    }
    return [...found];
  }

  /** A transaction without one of our addresses is somebody else's. */
  async sight({ hash, address }: { readonly hash: string; readonly address: string | null }): Promise<Sighting> {
    if (hash.startsWith('0x')) return null;
    const found = await this.#known(hash);
    if (found === null) return null;
    return paymentsOf(found).some(({ to }) => to === address) ? 'waiting' : 'other';
  }

  /** Payments that wait for a block, to whomever. Each look reads what is new of them. */
  async waiting(): Promise<readonly WaitingPayment[]> {
    const hashes = z.array(z.string()).parse(await this.#client.call('getrawmempool'));
    const known = new Map<string, readonly WaitingPayment[]>();
    let read = 0;
    for (const hash of hashes) {
      const before = this.#waiting.get(hash);
      if (before === undefined && (read += 1) > MOST_NEW) continue;
      // It may be in a block by now.
      known.set(hash, before ?? (await this.#paid(hash)));
    }
    this.#waiting = known;
    return [...known.values()].flat();
  }

  /**
   * What became of a transaction that is in no block we have read. replaced: another one, in a block or waiting, has spent what it spends. gone:
   * nobody has it, and it may still come back.
   */
  async fate({ txHash, inputs }: Pick<Payment, 'txHash' | 'inputs'>): Promise<'there' | 'replaced' | 'gone'> {
    if ((await this.#known(txHash)) !== null) return 'there';
    for (const input of inputs) {
      const [hash, no] = input.split(':');
      if ((await this.#client.call('gettxout', [hash, Number(no), true])) === null) return 'replaced';
    }
    return 'gone';
  }

  /** Coins of the wallet of a test chain, one unless it is said otherwise; gives the id of the transaction. */
  async giveTestCoin(to: string, coins = 1): Promise<string> {
    return z.string().parse(await this.#client.call('sendtoaddress', [to, coins]));
  }

  async #paid(hash: string): Promise<readonly WaitingPayment[]> {
    const found = await this.#known(hash);
    return found === null ? [] : paymentsOf(found);
  }

  /** One that waits, or stands in a block of the chain. */
  async #known(hash: string): Promise<Transaction | null> {
    const params = [hash, true];
    const found = await this.#client.find('getrawtransaction', { params, codes: [CORE_NOT_FOUND] });
    if (found === null) return null;
    const read = transaction.parse(found);
    return read.blockhash === undefined || (read.confirmations ?? 0) > 0 ? read : null;
  }

  async #transaction(hash: string): Promise<Transaction> {
    return transaction.parse(await this.#client.call('getrawtransaction', [hash, true]));
  }

  async #mark(block: string): Promise<BlockMark> {
    const { hash, height, time, previousblockhash } = header.parse(await this.#client.call('getblockheader', [block]));
    return { number: BigInt(height), hash, parentHash: previousblockhash ?? '', time: time * 1_000 };
  }
}

const inputsOf = ({ vin }: Transaction): readonly string[] =>
  vin.flatMap(({ txid, vout }) => (txid === undefined || vout === undefined ? [] : [`${txid}:${vout}`]));

function addressOf({ scriptPubKey: { address, addresses } }: Output): string | null {
  return address ?? (addresses?.length === 1 ? (addresses[0] ?? null) : null);
}

function paymentsOf(tx: Transaction): readonly WaitingPayment[] {
  const inputs = inputsOf(tx);
  return tx.vout.flatMap((one): readonly WaitingPayment[] => {
    if (!('n' in one)) return [];
    const to = addressOf(one);
    if (to === null) return [];
    return [{ txHash: tx.txid, index: one.n, token: NATIVE, to, value: unitsOf(one.value), from: null, inputs }];
  });
}
