import { answerOf, type NodeAnswer } from '#domain/treasury/node-answers.ts';
import type { ChainClient, OpenNetwork } from '#server/networks/index.ts';

/** What every node of a network said of a transaction. Any of them may have it, whatever it said: only the chain says that it has not. */
export async function broadcast(at: OpenNetwork, raw: `0x${string}`): Promise<readonly NodeAnswer[]> {
  return Promise.all(at.clients.map((client) => offer(client, raw)));
}

async function offer(client: ChainClient, raw: `0x${string}`): Promise<NodeAnswer> {
  try {
    await (await client.viem()).request({ method: 'eth_sendRawTransaction', params: [raw] } as never);
    return 'taken';
  } catch (error) {
    return answerOf(wordsOf(error));
  }
}

/** The library wraps what a node said: its own words stand deepest. */
function wordsOf(error: unknown): string {
  const words: string[] = [];
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const { details } = one as { readonly details?: unknown };
    words.push(typeof details === 'string' ? details : one.message);
  }
  return words.at(-1) ?? String(error);
}
