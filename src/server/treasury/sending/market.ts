import type { OpenNetwork } from '#server/networks/index.ts';

/** What a network asks now: the fee that is burnt, and what goes to who mines, wei per unit of gas. */
export interface Market {
  readonly head: bigint;
  readonly baseFee: bigint;
  readonly tip: bigint;
}

const LEAST_TIP = 1_000_000n;

export async function marketOf(at: OpenNetwork): Promise<Market> {
  const viem = await at.client.viem();
  const block = await viem.getBlock({ blockTag: 'latest' });
  if (block.number === null) throw new Error('the node gave a block that is not made yet');
  const tip = await viem.estimateMaxPriorityFeePerGas();
  return { head: block.number, baseFee: block.baseFeePerGas ?? 0n, tip: tip > LEAST_TIP ? tip : LEAST_TIP };
}
