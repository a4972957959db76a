import type { FoundDepositWire } from '#protocol/deposits/deposits.ts';
import type { OpenNetwork } from '#server/networks/index.ts';

type Answer = Exclude<FoundDepositWire['answer'], 'found' | 'unknown'>;
interface Sought {
  readonly hash: `0x${string}`;
  /** Lower case; null: the person has none yet. */
  readonly address: string | null;
}

/** The hash of `Transfer(address,address,uint256)`, by which contracts name what they moved. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Asks every network at once for a transaction that is none of the deposits we know. `away`: networks that could not be asked. */
export async function lookUp(
  places: readonly OpenNetwork[],
  sought: Sought,
): Promise<Pick<FoundDepositWire, 'answer' | 'network' | 'away'>> {
  const told = await Promise.all(
    places.map(async (at) => ({ id: at.network.id, answer: await lookAt(at, sought).catch(() => 'away' as const) })),
  );
  const away = told.filter(({ answer }) => answer === 'away').map(({ id }) => id);
  for (const { id, answer } of told) {
    if (answer !== null && answer !== 'away') return { answer, network: id, away };
  }
  return { answer: 'unknown', network: null, away };
}

async function lookAt({ client, network }: OpenNetwork, { hash, address }: Sought): Promise<Answer | null> {
  const [receipt, sent] = await Promise.all([client.receipt(hash), client.transaction(hash)]);
  if (receipt === null) return sent === null ? null : 'waiting';
  if (receipt.status !== 'success') return 'failed';
  if (address === null) return 'other';
  const word = address.slice(2).padStart(64, '0');
  const moved = receipt.logs.filter(
    ({ topics: [event, , to] }) => event === TRANSFER && to?.toLowerCase() === `0x${word}`,
  );
  const isTaken = (contract: string) =>
    network.tokens.some((one) => one.address.toLowerCase() === contract.toLowerCase());
  if (moved.some((log) => isTaken(log.address))) return 'waiting';
  if (moved.length > 0) return 'wrong_token';
  return sent?.to?.toLowerCase() === address && sent.value > 0n ? 'native' : 'other';
}
