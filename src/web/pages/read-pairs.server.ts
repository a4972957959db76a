import type { PageContext } from '#protocol/pages/page-context.ts';
import type { PairWire } from '#protocol/trading.ts';

/** All pairs, group after group; none while the engine is not up, so that the page stands without prices. */
export async function readPairs(context: PageContext): Promise<readonly PairWire[]> {
  try {
    const board = await context.board();
    return [...board.crypto, ...board.forex, ...board.comms, ...board.stocks];
  } catch {
    return [];
  }
}
