/** A coin that people may deposit. Each counts as a dollar. */
export type Coin = 'USDT' | 'USDC';

/** What a coin is on one network. */
export interface NetworkToken {
  readonly coin: Coin;
  /** Of its contract: `0x` and 40 hex digits, with the checksum of EIP-55. */
  readonly address: string;
  readonly decimals: number;
}

/** A chain of the Ethereum family. */
export interface Network {
  /** Stands in stored rows and in the interface: it never changes. */
  readonly id: string;
  readonly name: string;
  readonly chainId: number;
  /** The coin in which its fees are paid; it has 18 decimals. */
  readonly native: string;
  /** How many blocks, its own among them, make a payment final. */
  readonly confirmations: number;
  /** Usual time from block to block, ms. */
  readonly blockMs: number;
  /** Where people look transactions up, without a slash at its end; null: nowhere. */
  readonly explorer: string | null;
  readonly tokens: readonly NetworkToken[];
}

/** The chain that runs beside a sandbox, with coins of its own. */
export const LOCAL_NETWORK: Network = {
  id: 'local',
  name: 'Test chain',
  chainId: 31_337,
  native: 'ETH',
  confirmations: 5,
  blockMs: 1_000,
  explorer: null,
  // Where the first two contracts of its first account come to stand.
  tokens: [
    { coin: 'USDT', address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: 6 },
    { coin: 'USDC', address: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512', decimals: 6 },
  ],
};

/** Networks that need only the address of a node to be used (docs/how-to-add-a-network.md). Addresses are those that the issuers publish. */
export const KNOWN_NETWORKS: readonly Network[] = [
  {
    id: 'ethereum',
    name: 'Ethereum',
    chainId: 1,
    native: 'ETH',
    confirmations: 32,
    blockMs: 12_000,
    explorer: 'https://etherscan.io',
    tokens: [
      { coin: 'USDT', address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
      { coin: 'USDC', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
    ],
  },
  {
    id: 'bsc',
    name: 'BNB Smart Chain',
    chainId: 56,
    native: 'BNB',
    confirmations: 15,
    blockMs: 750,
    explorer: 'https://bscscan.com',
    tokens: [
      { coin: 'USDT', address: '0x55d398326f99059fF775485246999027B3197955', decimals: 18 },
      { coin: 'USDC', address: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', decimals: 18 },
    ],
  },
  {
    id: 'polygon',
    name: 'Polygon',
    chainId: 137,
    native: 'POL',
    confirmations: 64,
    blockMs: 2_000,
    explorer: 'https://polygonscan.com',
    tokens: [
      { coin: 'USDT', address: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', decimals: 6 },
      { coin: 'USDC', address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', decimals: 6 },
    ],
  },
  {
    id: 'arbitrum',
    name: 'Arbitrum One',
    chainId: 42_161,
    native: 'ETH',
    confirmations: 40,
    blockMs: 250,
    explorer: 'https://arbiscan.io',
    tokens: [
      { coin: 'USDT', address: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', decimals: 6 },
      { coin: 'USDC', address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', decimals: 6 },
    ],
  },
];

/** Reorganisations deeper than this are an incident for people, not for the program. */
export const DEEPEST_REORG = 64;
