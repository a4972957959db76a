import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { DEEPEST_REORG, LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import type { LocalRpc } from './rpc.ts';
import TEST_TOKEN from './test-token.json' with { type: 'json' };
import { constructorWords } from './words.ts';

/** The chain's first account: it deploys the coins, mints them and has all the ether one can want. The chain signs for it. */
export const RICH = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const BLOCK_MS = 1_000;
/** A block is made after this at the latest, ms. */
const QUIET_MS = 60_000;
/** How many blocks follow one with a transaction: more than anybody waits for. */
const AFTERWARDS = DEEPEST_REORG + 6;
const pool = z.object({ pending: z.string() });

/** Deploys those of the coins that are not there yet, in the order that gives them their addresses. Safe to repeat. */
export async function deployTestTokens(rpc: LocalRpc): Promise<void> {
  for (const [place, { coin, decimals }] of LOCAL_NETWORK.tokens.entries()) {
    if ((await rpc.number('eth_getTransactionCount', [RICH, 'latest'])) !== place) continue;
    const data = TEST_TOKEN.bytecode + constructorWords({ name: `Test ${coin}`, symbol: coin, decimals, feeBps: 0 });
    await rpc.call('eth_sendTransaction', [{ from: RICH, data }]);
    await rpc.call('evm_mine');
  }
}

/**
 * A block each second while there is something to confirm, else one a minute: every block stays in the file of the state, which is written
 * whole every few seconds and read at a start. Ends with `signal`.
 */
export async function mineWhileWanted(rpc: LocalRpc, signal: AbortSignal): Promise<void> {
  // What was on its way at the last stop goes on.
  let until = (await rpc.number('eth_blockNumber')) + AFTERWARDS;
  let lastAt = Date.now();
  while (!signal.aborted) {
    await pause(BLOCK_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const head = await rpc.number('eth_blockNumber');
    const isBusy = Number(pool.parse(await rpc.call('txpool_status')).pending) > 0;
    if (!isBusy && head >= until && Date.now() - lastAt < QUIET_MS) continue;
    await rpc.call('evm_mine');
    lastAt = Date.now();
    if (isBusy) until = head + 1 + AFTERWARDS;
  }
}
