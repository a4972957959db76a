import { DEEPEST_REORG } from '#domain/cashier/networks.ts';
import { transaction } from '#server/db/index.ts';
import type { BlockMark, OpenCoinNetwork } from '#server/networks/index.ts';
import type { TreasuryParts } from '../parts.ts';
import { findMark, insertOutputs, writeMark, type ScanMark, type WalletOutput } from './store-outputs.ts';

/** Blocks that are read in one look. */
const MOST_BLOCKS = 200n;

/**
 * Writes down what has paid the wallet since the last look, block by block; what it gives is the block up to which the outputs are known: the
 * head, as a rule. Where the chain has another block at the mark, it is read again from behind the deepest fork. null: nothing was ever read.
 */
export async function readOutputs(
  { db }: Pick<TreasuryParts, 'db'>,
  at: OpenCoinNetwork,
  wallet: string,
): Promise<ScanMark | null> {
  const { id: network } = at.network;
  const [reader] = at.readers;
  const mark = await findMark(db, network);
  if (mark === null) return null;
  const head = await reader.head();
  if (head.hash === mark.hash) return mark;
  const same = await reader.block(mark.height);
  const deepest = mark.height - BigInt(DEEPEST_REORG);
  const from = same?.hash === mark.hash ? mark.height + 1n : deepest < 1n ? 1n : deepest;
  let last: ScanMark = mark;
  for (let height = from; height <= head.number && height < from + MOST_BLOCKS; height += 1n) {
    const block = await reader.block(height);
    // The chain has forked meanwhile: the next look reads it.
    if (block === null) break;
    const outputs = await paidIn(at, block, wallet);
    last = { height, hash: block.hash };
    await transaction(db, async (tx) => {
      await insertOutputs(tx, network, outputs);
      await writeMark(tx, network, last);
    });
  }
  return last;
}

async function paidIn(at: OpenCoinNetwork, block: BlockMark, wallet: string): Promise<readonly WalletOutput[]> {
  const found = await at.readers[0].payments({ block: block.hash, to: [wallet] });
  return found.map(({ txHash, index, value, blockNumber }) => {
    return { txid: txHash, vout: index, units: value, height: blockNumber };
  });
}
