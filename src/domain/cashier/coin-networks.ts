/** A coin that has a chain of its own, and a price that moves. */
export type ChainCoin = 'BTC' | 'LTC';

/** A chain of the Bitcoin family. */
export interface CoinNetwork {
  /** Stands in stored rows and in the interface: it never changes. */
  readonly id: string;
  readonly name: string;
  readonly coin: ChainCoin;
  /** Whose prices say what the coin is worth. */
  readonly pair: string;
  /** Hash of its first block: a node of another chain has another one. */
  readonly genesis: string;
  /** What its addresses begin with (BIP-173). */
  readonly prefix: string;
  /** The first byte of its older addresses: of a key, and of a script. */
  readonly base58: { readonly pubKeyHash: number; readonly scriptHash: number };
  /** What a text that is signed by the key of an address begins with. */
  readonly signedMessage: string;
  /** The least that nodes pass on in one output, in the smallest unit. */
  readonly leastOutput: bigint;
  /** How many blocks, its own among them, make a payment final. */
  readonly confirmations: number;
  /** Usual time from block to block, ms. */
  readonly blockMs: number;
  /** Where people look transactions up, without a slash at its end; null: nowhere. */
  readonly explorer: string | null;
}

/** Decimal digits of one coin: BTC and those like it. */
export const COIN_DECIMALS = 8;

/** The chain that runs beside a sandbox where litecoind is installed. */
export const LOCAL_COIN_NETWORK: CoinNetwork = {
  id: 'local-coin',
  name: 'Litecoin test chain',
  coin: 'LTC',
  pair: 'LTC-USD',
  genesis: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
  prefix: 'rltc',
  base58: { pubKeyHash: 0x6f, scriptHash: 0x3a },
  signedMessage: 'Litecoin Signed Message:\n',
  leastOutput: 5_460n,
  confirmations: 3,
  blockMs: 1_000,
  explorer: null,
};

/** Networks that need only the address of a node and a public key to be used (docs/how-to-add-a-network.md). */
export const KNOWN_COIN_NETWORKS: readonly CoinNetwork[] = [
  {
    id: 'bitcoin',
    name: 'Bitcoin',
    coin: 'BTC',
    pair: 'BTC-USD',
    genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    prefix: 'bc',
    base58: { pubKeyHash: 0x00, scriptHash: 0x05 },
    signedMessage: 'Bitcoin Signed Message:\n',
    leastOutput: 546n,
    confirmations: 3,
    blockMs: 600_000,
    explorer: 'https://mempool.space',
  },
  {
    id: 'litecoin',
    name: 'Litecoin',
    coin: 'LTC',
    pair: 'LTC-USD',
    genesis: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
    prefix: 'ltc',
    // Litecoin's scripts began with the 3 of Bitcoin once: such an address is one of Bitcoin as likely as not, and is none here.
    base58: { pubKeyHash: 0x30, scriptHash: 0x32 },
    signedMessage: 'Litecoin Signed Message:\n',
    leastOutput: 5_460n,
    confirmations: 6,
    blockMs: 150_000,
    explorer: 'https://litecoinspace.org',
  },
];
