/** A node of a chain that tells the truth until a test says otherwise. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/**
 * What a node gets wrong. behind: it stands still where it is, and has nothing that came since. no logs, no receipts, no blocks: it has none.
 * failed: what was mined has failed. poor: nobody has any token. away: it answers with an error of its server.
 */
export type Lie = 'behind' | 'no logs' | 'no receipts' | 'no blocks' | 'failed' | 'poor' | 'away';

export interface LyingNode {
  readonly url: string;
  /** Begins to lie; null: it is honest again. */
  tell(lie: Lie | null): Promise<void>;
  stop(): Promise<void>;
}

interface Asked {
  readonly method: string;
  readonly params: readonly unknown[];
}
type Reply = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

const asked = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) });
const placed = z.object({ number: z.string().optional(), blockNumber: z.string().optional() });
/** The first four bytes of the hash of `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231';
const UNKNOWN: Reply = { error: { code: -32_000, message: 'unknown block' } };
const hex = (number: bigint) => `0x${number.toString(16)}`;

/** Stands before the node at `url`. */
export async function lyingNode(url: string): Promise<LyingNode> {
  let lie: Lie | null = null;
  /** The last block that it has while it is behind. */
  let last = 0n;
  const really = async ({ method, params }: Asked): Promise<Reply> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return (await answer.json()) as Reply;
  };
  const server = createServer(async (request, response) => {
    const { id, ...call } = asked.parse(JSON.parse(await text(request)));
    response.setHeader('content-type', 'application/json');
    if (lie === 'away') response.statusCode = 503;
    const reply = await answerOf(really, call, { lie, last }).catch((error: unknown) => ({
      error: { code: -32_603, message: String(error) },
    }));
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async tell(to) {
      const head = await really({ method: 'eth_blockNumber', params: [] });
      last = 'result' in head ? BigInt(String(head.result)) : 0n;
      lie = to;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answerOf(
  really: (call: Asked) => Promise<Reply>,
  call: Asked,
  { lie, last }: { readonly lie: Lie | null; readonly last: bigint },
): Promise<Reply> {
  const { method, params } = call;
  if (lie === 'behind') return behind(really, call, last);
  if (lie === 'no logs' && method === 'eth_getLogs') return { result: [] };
  if (lie === 'no receipts' && method === 'eth_getTransactionReceipt') return { result: null };
  if (lie === 'no blocks' && method.startsWith('eth_getBlockBy')) return { result: null };
  if (lie === 'poor' && method === 'eth_call' && JSON.stringify(params[0]).includes(BALANCE_OF))
    return { result: `0x${'0'.repeat(64)}` };
  const reply = await really(call);
  if (lie !== 'failed' || method !== 'eth_getTransactionReceipt' || !('result' in reply) || reply.result === null)
    return reply;
  return { result: { ...reply.result, status: '0x0', logs: [] } };
}

/** As a node answers that has not heard of any block after `last`. */
async function behind(
  really: (call: Asked) => Promise<Reply>,
  { method, params }: Asked,
  last: bigint,
): Promise<Reply> {
  if (method === 'eth_blockNumber') return { result: hex(last) };
  if (method === 'eth_getLogs') {
    const { blockHash } = z.object({ blockHash: z.string() }).parse(params[0]);
    const block = await really({ method: 'eth_getBlockByHash', params: [blockHash, false] });
    if (isLater(block, last)) return UNKNOWN;
  }
  const reply = await really({ method, params: params.map((one) => (one === 'latest' ? hex(last) : one)) });
  return isLater(reply, last) ? { result: null } : reply;
}

/** Is it a block, or what stands in one, that is not there yet? */
function isLater(reply: Reply, last: bigint): boolean {
  if (!('result' in reply)) return false;
  const { data } = placed.safeParse(reply.result);
  const number = data?.blockNumber ?? data?.number;
  return number !== undefined && BigInt(number) > last;
}
