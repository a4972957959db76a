import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { RICH } from './blocks.ts';
import { LocalRpc } from './rpc.ts';

/** Gives test money of the local chain away. */
export class LocalFaucet {
  readonly #rpc: LocalRpc;

  constructor(url: string) {
    this.#rpc = new LocalRpc(url);
  }

  /** Mints `amount` of a test coin, in its smallest unit, to an address. Gives the hash of the transaction, which is in the next block. */
  async send({
    token,
    to,
    amount,
  }: {
    readonly token: string;
    readonly to: string;
    readonly amount: bigint;
  }): Promise<string> {
    const data = `${MINT}${to.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
    return this.#sendOut({ to: token, data });
  }

  /** Gives an address ether for fees, in wei. */
  async sendEther(to: string, amount: bigint): Promise<string> {
    return this.#sendOut({ to, value: `0x${amount.toString(16)}` });
  }

  /** Again where another was sent at the same moment: the chain gives both one nonce, and takes one. */
  async #sendOut(sent: Readonly<Record<string, string>>): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      try {
        return z.string().parse(await this.#rpc.call('eth_sendTransaction', [{ from: RICH, gas: GAS, ...sent }]));
      } catch (error) {
        if (tries === TRIES || !/underpriced|nonce too low/.test(String(error))) throw error;
        await pause(20 * tries);
      }
    }
  }
}

const TRIES = 10;
/** More than any takes. An estimate is of now: what an address has may be swept before the block, and to mint to an empty one takes more. */
const GAS = '0x30d40';
/** The first four bytes of the hash of `mint(address,uint256)`. */
const MINT = '0x40c10f19';
