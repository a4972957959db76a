import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CoreClient } from '#server/networks/coin/core-client.ts';
import { fillCoinChain, findLitecoind, mineCoins, runCoinChain } from '#server/networks/coin/local-coin.ts';
import { freePort } from '#tests/started.ts';
import { scratch } from '#tests/scratch.ts';

/** A chain of coins of the test's own, whose blocks are made when the test says so. */
export interface CoinWorld {
  readonly url: string;
  readonly cookieFile: string;
  readonly client: CoreClient;
  /** Sends to several addresses at once, in coins as decimals; may be replaced. Gives the id of the transaction. */
  send(to: Readonly<Record<string, string>>): Promise<string>;
  /** Two outputs to one address in one transaction. */
  sendTwice(to: string, coins: string): Promise<string>;
  /** The same out of what `replaced` spends, for a higher fee. */
  replace(replaced: string, to: Readonly<Record<string, string>>): Promise<string>;
  /** Gives the hash of the last block. */
  mine(blocks?: number): Promise<string>;
  /** A block of these transactions alone, whatever else waits. */
  mineOnly(transactions: readonly string[]): Promise<string>;
  address(): Promise<string>;
  stop(): Promise<void>;
}

/** Where there is no litecoind, a test that needs one is left out. */
export const HAS_COIN_CHAIN = findLitecoind() !== null;
if (!HAS_COIN_CHAIN) process.stdout.write('litecoind is not installed: what needs a chain of coins is left out\n');

export async function startCoinChain(): Promise<CoinWorld> {
  const folder = mkdtempSync(join(scratch(), 'tikvo-coins-'));
  const file = findLitecoind();
  if (file === null) throw new Error('litecoind is not installed (docs/tests.md)');
  const { running, url, cookieFile } = runCoinChain({ file, port: await freePort(), folder });
  const client = new CoreClient({ url, cookieFile });
  if (!(await fillCoinChain(client))) throw new Error('the chain of coins did not start');
  const text = async (method: string, params: readonly unknown[] = []) =>
    z.string().parse(await client.call(method, params));
  const address = () => text('getnewaddress', ['', 'bech32']);
  // Many coins, so that each payment has one to spend that no other waits for.
  const mine = async (blocks = 1) => {
    await mineCoins(client, blocks);
    return text('getbestblockhash');
  };
  return {
    url,
    cookieFile,
    client,
    address,
    mine,
    async mineOnly(transactions) {
      const block = z.object({ hash: z.string() });
      return block.parse(await client.call('generateblock', [await address(), transactions])).hash;
    },
    async sendTwice(to, coins) {
      // An address may stand once in a list of outputs: the second is added to the bytes of the first.
      const funded = z.object({ hex: z.string() });
      const once = await client.call('createrawtransaction', [[], { [to]: coins }]);
      const [start, end] = [String(once).slice(0, 10), String(once).slice(-8)];
      const output = String(once).slice(12, -8);
      // Four bytes of version, no inputs, the number of outputs.
      const raw = `${start}02${output}${output}${end}`;
      const { hex } = funded.parse(await client.call('fundrawtransaction', [raw, {}, false]));
      const signed = funded.parse(await client.call('signrawtransactionwithwallet', [hex]));
      return text('sendrawtransaction', [signed.hex]);
    },
    send: (to) => text('sendmany', ['', to, 1, '', [], true]),
    async replace(replaced, to) {
      const read = z.object({ vin: z.array(z.object({ txid: z.string(), vout: z.int() })) });
      const { vin } = read.parse(await client.call('getrawtransaction', [replaced, true]));
      const inputs = vin.map(({ txid, vout }) => ({ txid, vout, sequence: 1 }));
      const raw = await client.call('createrawtransaction', [inputs, to]);
      const signed = z.object({ hex: z.string() }).parse(await client.call('signrawtransactionwithwallet', [raw]));
      // What is left over is the fee: a test chain does not mind.
      return text('sendrawtransaction', [signed.hex, 0]);
    },
    async stop() {
      await running.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
