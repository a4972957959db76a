import type { Hex, PublicClient } from 'viem';
import type { Network } from '#domain/cashier/networks.ts';

/** A place in a chain. */
export interface BlockMark {
  readonly number: bigint;
  readonly hash: Hex;
  readonly parentHash: Hex;
  /** ms */
  readonly time: number;
}

/** One movement of a token, as its contract says. Addresses are in lower case. */
export interface TransferLog {
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly txHash: Hex;
  readonly logIndex: number;
  readonly token: Hex;
  readonly from: Hex;
  readonly to: Hex;
  /** In the token's smallest unit. */
  readonly value: bigint;
}

const TRANSFER = {
  type: 'event',
  name: 'Transfer',
  inputs: [
    { name: 'from', type: 'address', indexed: true },
    { name: 'to', type: 'address', indexed: true },
    { name: 'value', type: 'uint256', indexed: false },
  ],
} as const;
const BALANCE_OF = {
  type: 'function',
  name: 'balanceOf',
  stateMutability: 'view',
  inputs: [{ name: 'owner', type: 'address' }],
  outputs: [{ name: '', type: 'uint256' }],
} as const;
const TIMEOUT_MS = 4_000;

/** One node of a network. What a node does not know is null; a node that is away throws. */
export class ChainClient {
  readonly #network: Network;
  readonly #url: string;
  #viem: Promise<PublicClient> | null = null;

  constructor(network: Network, url: string) {
    this.#network = network;
    this.#url = url;
  }

  /** For what the methods here do not have. The library is loaded when it is first wanted: it would hold a start up. */
  viem(): Promise<PublicClient> {
    return (this.#viem ??= connect(this.#network, this.#url));
  }

  async chainId(): Promise<number> {
    return (await this.viem()).getChainId();
  }

  async head(): Promise<BlockMark> {
    return markOf(await (await this.viem()).getBlock({ blockTag: 'latest' }));
  }

  async block(at: bigint | Hex): Promise<BlockMark | null> {
    try {
      return markOf(
        typeof at === 'bigint'
          ? await (await this.viem()).getBlock({ blockNumber: at })
          : await (await this.viem()).getBlock({ blockHash: at }),
      );
    } catch (error) {
      return nothingFor(error, 'BlockNotFoundError');
    }
  }

  /**
   * Movements of `tokens` (any contract where none are named) to `to` (anybody where nobody is named) in one block, by its hash: a node that
   * has another block there, or does not have it yet, throws rather than give half of them.
   */
  async transfers({
    block,
    tokens,
    to,
  }: {
    readonly block: Hex;
    readonly tokens?: readonly string[] | undefined;
    readonly to?: readonly string[] | undefined;
  }): Promise<readonly TransferLog[]> {
    const logs = await (
      await this.viem()
    ).getLogs({
      blockHash: block,
      event: TRANSFER,
      strict: true,
      ...(tokens === undefined ? {} : { address: tokens as Hex[] }),
      ...(to === undefined ? {} : { args: { to: to as Hex[] } }),
    });
    return logs.map(({ args, ...log }) => ({
      blockNumber: log.blockNumber,
      blockHash: log.blockHash,
      txHash: log.transactionHash,
      logIndex: log.logIndex,
      token: lower(log.address),
      from: lower(args.from),
      to: lower(args.to),
      value: args.value,
    }));
  }

  async receipt(hash: Hex) {
    try {
      return await (await this.viem()).getTransactionReceipt({ hash });
    } catch (error) {
      return nothingFor(error, 'TransactionReceiptNotFoundError');
    }
  }

  async transaction(hash: Hex) {
    try {
      return await (await this.viem()).getTransaction({ hash });
    } catch (error) {
      return nothingFor(error, 'TransactionNotFoundError');
    }
  }

  /** What an address has of a token, or of the native coin (`token` null), at a block or now. */
  async balance(address: Hex, token: Hex | null, at?: bigint): Promise<bigint> {
    const where = at === undefined ? {} : { blockNumber: at };
    if (token === null) return (await this.viem()).getBalance({ address, ...where });
    return (await this.viem()).readContract({
      address: token,
      abi: [BALANCE_OF],
      functionName: 'balanceOf',
      args: [address],
      ...where,
    });
  }
}

async function connect({ id, chainId, native }: Network, url: string): Promise<PublicClient> {
  const { createPublicClient, defineChain, http } = await import('viem');
  const chain = defineChain({
    id: chainId,
    name: id,
    nativeCurrency: { name: native, symbol: native, decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
  // Who asks again decides so: a node that lies at the head is to be seen.
  return createPublicClient({ chain, cacheTime: 0, transport: http(url, { timeout: TIMEOUT_MS, retryCount: 0 }) });
}

const lower = (address: Hex) => address.toLowerCase() as Hex;

function markOf(block: {
  readonly number: bigint | null;
  readonly hash: Hex | null;
  readonly parentHash: Hex;
  readonly timestamp: bigint;
}): BlockMark {
  const { number, hash, parentHash, timestamp } = block;
  if (number === null || hash === null) throw new Error('the node gave a block that is not made yet');
  return { number, hash, parentHash, time: Number(timestamp) * 1_000 };
}

/** null for the error that says so; any other is thrown on. */
function nothingFor(error: unknown, name: string): null {
  if ((error as Error).name === name) return null;
  throw error;
}
