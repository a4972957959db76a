import { z } from 'zod';
import { coinAnswerOf, type NodeAnswer } from '#domain/treasury/node-answers.ts';
import { CORE_NOT_FOUND, CoreRefused, type CoreClient } from './core-client.ts';
import { unitsOf } from './exact-json.ts';

const amount = z.union([z.string(), z.number()]);
const unspent = z.object({ bestblock: z.string(), confirmations: z.int(), value: amount }).nullable();
const found = z.object({ txid: z.string(), vout: z.int(), amount, height: z.int() });
const scanned = z.object({
  success: z.literal(true),
  height: z.int(),
  bestblock: z.string(),
  unspents: z.array(found),
});
const known = z.object({ blockhash: z.string().optional(), confirmations: z.int().optional() });
const header = z.object({ height: z.int(), confirmations: z.int() });
const pool = z.object({ mempoolminfee: amount, minrelaytxfee: amount });

/** An output of the chain that nothing has spent. */
export interface Unspent {
  /** Of the last block when it was asked. */
  readonly bestBlock: string;
  /** 0: no block has it yet. */
  readonly confirmations: number;
  readonly units: bigint;
}

/** Where a transaction stands: in a block of the chain, or among those that wait for one. */
export type WhereItIs =
  | { readonly in: 'block'; readonly hash: string; readonly height: bigint; readonly confirmations: number }
  | { readonly in: 'mempool' };

/** Blocks within which a payment is to be mined. */
const SOON = 3;
/** Where nobody can say what that takes: so many times what nodes want at least. */
const CAREFUL = 10n;
/** A whole chain is looked through, ms. */
const SCAN_MS = 600_000;

/** What whoever pays asks of one node of the Bitcoin family. A node that is away throws. */
export class CoinPayer {
  readonly #client: CoreClient;

  constructor(client: CoreClient) {
    this.#client = client;
  }

  /** An output; null: the chain does not have it, or has it spent. `waiting`: what no block has yet counts too. */
  async unspent(
    { txid, vout }: { readonly txid: string; readonly vout: number },
    { waiting }: { readonly waiting: boolean },
  ): Promise<Unspent | null> {
    const read = unspent.parse(await this.#client.call('gettxout', [txid, vout, waiting]));
    return read === null
      ? null
      : { bestBlock: read.bestblock, confirmations: read.confirmations, units: unitsOf(read.value) };
  }

  /** null: it is in no block of the chain, and does not wait for one at this node. */
  async standing(hash: string): Promise<WhereItIs | null> {
    const params = [hash, true];
    const answer = await this.#client.find('getrawtransaction', { params, codes: [CORE_NOT_FOUND] });
    if (answer === null) return null;
    const { blockhash } = known.parse(answer);
    if (blockhash === undefined) return { in: 'mempool' };
    // An index keeps one whose block has left the chain.
    const block = header.parse(await this.#client.call('getblockheader', [blockhash]));
    if (block.confirmations < 1) return null;
    return { in: 'block', hash: blockhash, height: BigInt(block.height), confirmations: block.confirmations };
  }

  /** What the node says of a transaction that is sent to it. */
  async send(raw: string): Promise<NodeAnswer> {
    try {
      await this.#client.call('sendrawtransaction', [raw]);
      return 'taken';
    } catch (error) {
      return error instanceof CoreRefused ? coinAnswerOf(error.message) : 'unknown';
    }
  }

  /** What is asked now, in the smallest unit per 1,000 virtual bytes. */
  async feeRate(): Promise<bigint> {
    const read = pool.parse(await this.#client.call('getmempoolinfo'));
    const [least, relay] = [unitsOf(read.mempoolminfee), unitsOf(read.minrelaytxfee)];
    const guessed = z.object({ feerate: amount.optional() }).parse(await this.#client.call('estimatesmartfee', [SOON]));
    const soon = guessed.feerate === undefined ? relay * CAREFUL : unitsOf(guessed.feerate);
    return [least, relay, soon].reduce((most, one) => (one > most ? one : most));
  }

  /** Everything unspent at an address, at the block that is named: the whole chain is looked through for it. */
  async scan(address: string) {
    const asked = ['start', [`addr(${address})`]];
    const read = scanned.parse(await this.#client.call('scantxoutset', asked, { timeoutMs: SCAN_MS }));
    return {
      height: BigInt(read.height),
      hash: read.bestblock,
      outputs: read.unspents.map(({ txid, vout, amount: value, height }) => {
        return { txid, vout, units: unitsOf(value), height: BigInt(height) };
      }),
    };
  }
}
