import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import { deployTestTokens, RICH } from '#server/networks/local/blocks.ts';
import { findBinary, runChain } from '#server/networks/local/keep.ts';
import { LocalFaucet } from '#server/networks/local/faucet.ts';
import { LocalRpc } from '#server/networks/local/rpc.ts';
import TEST_TOKEN from '#server/networks/local/test-token.json' with { type: 'json' };
import { constructorWords } from '#server/networks/local/words.ts';
import { freePort } from '#tests/started.ts';
import { scratch } from '#tests/scratch.ts';

/** A chain of the test's own, whose blocks are made when the test says so. */
export interface ChainWorld {
  readonly url: string;
  readonly rpc: LocalRpc;
  /** Sends a token to an address; in the next block. */
  readonly send: LocalFaucet['send'];
  /** Moves a token that the chain's first account has. */
  readonly transfer: LocalFaucet['send'];
  mine(blocks?: number): Promise<void>;
  /** Deploys another token; gives its address, in lower case. */
  deploy(token: { readonly symbol: string; readonly feeBps?: number }): Promise<Hex>;
  /** Takes the last blocks back and makes as many others, with no transaction in them. */
  reorganise(depth: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startChain(): Promise<ChainWorld> {
  const folder = mkdtempSync(join(scratch(), 'tikvo-chain-'));
  const port = await freePort();
  const running = runChain({ file: findBinary() ?? 'anvil', port, state: join(folder, 'state.json') });
  const url = `http://127.0.0.1:${port}`;
  const rpc = new LocalRpc(url);
  for (let tries = 0; tries < 400 && !(await rpc.answers()); tries += 1)
    await new Promise((done) => setTimeout(done, 50));
  await deployTestTokens(rpc);
  const faucet = new LocalFaucet(url);
  const mine = async (blocks = 1) => void (await rpc.call('anvil_mine', [`0x${blocks.toString(16)}`]));
  return {
    url,
    rpc,
    mine,
    send: (sent) => faucet.send(sent),
    async transfer({ token, to, amount }) {
      const data = `0xa9059cbb${to.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
      return String(await rpc.call('eth_sendTransaction', [{ from: RICH, to: token, data }]));
    },
    async deploy({ symbol, feeBps = 0 }) {
      const words = constructorWords({
        name: `Test ${symbol}`,
        symbol,
        decimals: LOCAL_NETWORK.tokens[0]?.decimals ?? 6,
        feeBps,
      });
      const hash = await rpc.call('eth_sendTransaction', [{ from: RICH, data: TEST_TOKEN.bytecode + words }]);
      await mine();
      const receipt = await rpc.call('eth_getTransactionReceipt', [hash]);
      return (receipt as { contractAddress: Hex }).contractAddress.toLowerCase() as Hex;
    },
    async reorganise(depth) {
      await rpc.call('anvil_reorg', [depth, []]);
    },
    async stop() {
      await running.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
