/** A place in a chain. */
export interface BlockMark {
  readonly number: bigint;
  readonly hash: string;
  readonly parentHash: string;
  /** ms */
  readonly time: number;
}

/** Where one payment stands: its number is that of its log, or of its output. */
export interface PaymentPlace {
  readonly txHash: string;
  readonly index: number;
  readonly blockNumber: bigint;
  readonly blockHash: string;
  /** The contract, in lower case; `native`: the coin of the chain itself. */
  readonly token: string;
  readonly to: string;
  /** In the smallest unit. */
  readonly value: bigint;
}

/** One payment, as its block has it. */
export interface Payment extends PaymentPlace {
  /** Who sent it, where its log says so. */
  readonly from: string | null;
  /** What it spends, `txid:n` each: whatever else spends one of them takes its place. Empty where a chain knows no such thing. */
  readonly inputs: readonly string[];
}

/** A payment that no block has yet. */
export type WaitingPayment = Omit<Payment, 'blockNumber' | 'blockHash'>;

/** What somebody who misses a payment is told of its transaction; null: this chain does not have it. */
export type Sighting = 'waiting' | 'wrong_token' | 'native' | 'failed' | 'other' | null;

/**
 * What deposits ask of one node of a chain, of whatever family. What a node does not know is null; a node that is away throws. Hashes and
 * addresses are in lower case.
 */
export interface ChainReader {
  head(): Promise<BlockMark>;
  block(number: bigint): Promise<BlockMark | null>;
  /**
   * Payments in one block, by its hash, to `to` (null: to anybody): a node that does not have that block throws rather than give half of them.
   */
  payments(asked: { readonly block: string; readonly to: readonly string[] | null }): Promise<readonly Payment[]>;
  /** Does the block of a payment hold it? */
  has(payment: PaymentPlace): Promise<boolean>;
  /** What arrived of a payment whose block is of the chain. differs: people must look. wait: it cannot be spent yet. */
  arrived(payment: PaymentPlace): Promise<bigint | 'differs' | 'wait'>;
  /** Who has paid it, as far as the chain can tell. */
  senders(payment: { readonly txHash: string; readonly sender: string | null }): Promise<readonly string[]>;
  sight(asked: { readonly hash: string; readonly address: string | null }): Promise<Sighting>;
}
