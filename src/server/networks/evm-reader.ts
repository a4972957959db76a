import type { Network } from '#domain/cashier/networks.ts';
import { arrived } from '#domain/deposits/rules.ts';
import type { ChainClient } from './client.ts';
import type { BlockMark, ChainReader, Payment, PaymentPlace, Sighting } from './port.ts';

const ADDRESSES_AT_ONCE = 1_000;
/** Where burnt money goes: what a token takes of a payment leaves by no hand of ours. */
const NOBODY = '0x0000000000000000000000000000000000000000';
/** The hash of `Transfer(address,address,uint256)`, by which contracts name what they moved. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

type Hex = `0x${string}`;

/** Payments of tokens on a chain of the Ethereum family, as one node tells of them. */
export class EvmReader implements ChainReader {
  readonly #client: ChainClient;
  readonly #network: Network;

  constructor(client: ChainClient, network: Network) {
    this.#client = client;
    this.#network = network;
  }

  head(): Promise<BlockMark> {
    return this.#client.head();
  }

  block(number: bigint): Promise<BlockMark | null> {
    return this.#client.block(number);
  }

  async payments({
    block,
    to,
  }: {
    readonly block: string;
    readonly to: readonly string[] | null;
  }): Promise<readonly Payment[]> {
    const found: Payment[] = [];
    if (to === null) {
      // Too many to name: all that moved of the tokens that are taken.
      const tokens = this.#network.tokens.map(({ address }) => address);
      return (await this.#client.transfers({ block: block as Hex, tokens })).map(paymentOf);
    }
    for (let start = 0; start < to.length; start += ADDRESSES_AT_ONCE) {
      const some = to.slice(start, start + ADDRESSES_AT_ONCE);
      found.push(...(await this.#client.transfers({ block: block as Hex, to: some })).map(paymentOf));
    }
    return found;
  }

  async has({ blockHash, txHash, index, token }: PaymentPlace): Promise<boolean> {
    const receipt = await this.#client.receipt(txHash as Hex);
    const log = receipt?.logs.find((one) => one.logIndex === index);
    return receipt?.blockHash === blockHash && receipt.status === 'success' && log?.address.toLowerCase() === token;
  }

  /** By the balance of the address over the block: a token may keep a part of what it says. */
  async arrived({
    blockNumber,
    blockHash,
    txHash,
    index,
    token,
    to,
    value,
  }: PaymentPlace): Promise<bigint | 'differs' | 'wait'> {
    const moved = await this.#client.transfers({ block: blockHash as Hex, tokens: [token] });
    // Its receipt has the payment, and its logs have not: the node leaves logs out, which says nothing of the payment.
    if (!moved.some((one) => one.txHash === txHash && one.logIndex === index)) return 'wait';
    const said = moved.reduce(
      (sum, one) => sum + (one.to === to ? one.value : 0n) - (one.from === to && one.to !== NOBODY ? one.value : 0n),
      0n,
    );
    const balance = (at: bigint) => this.#client.balance(to as Hex, token as Hex, at);
    const grown = (await balance(blockNumber)) - (await balance(blockNumber - 1n));
    return arrived({ value, said, grown });
  }

  async senders({ sender }: { readonly sender: string | null }): Promise<readonly string[]> {
    return sender === null ? [] : [sender];
  }

  async sight({ hash, address }: { readonly hash: string; readonly address: string | null }): Promise<Sighting> {
    if (!hash.startsWith('0x')) return null;
    const [receipt, sent] = await Promise.all([
      this.#client.receipt(hash as Hex),
      this.#client.transaction(hash as Hex),
    ]);
    if (receipt === null) return sent === null ? null : 'waiting';
    if (receipt.status !== 'success') return 'failed';
    if (address === null) return 'other';
    const word = `0x${address.slice(2).padStart(64, '0')}`;
    const moved = receipt.logs.filter(({ topics: [event, , to] }) => event === TRANSFER && to?.toLowerCase() === word);
    const isTaken = (contract: string) =>
      this.#network.tokens.some((one) => one.address.toLowerCase() === contract.toLowerCase());
    if (moved.some((log) => isTaken(log.address))) return 'waiting';
    if (moved.length > 0) return 'wrong_token';
    return sent?.to?.toLowerCase() === address && sent.value > 0n ? 'native' : 'other';
  }
}

type Log = Awaited<ReturnType<ChainClient['transfers']>>[number];
const paymentOf = ({ logIndex: index, ...log }: Log): Payment => ({ ...log, index, inputs: [] });
