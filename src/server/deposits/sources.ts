import { decimalText } from '#domain/deposits/conversion.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Networks } from '#server/networks/index.ts';
import { coinAt } from './coins.ts';
import { depositsById } from './store.ts';

/** What came from a chain: of which coin, how much, at what price, and in which transaction. */
export interface DepositSource {
  /** Id of the network. */
  readonly network: string;
  readonly coin: string;
  /** In coins, as a decimal; null: its network is not used any more. */
  readonly coins: string | null;
  /** What one coin was counted as, in dollars; null: each is one. */
  readonly rate: string | null;
  readonly txHash: string;
}

/** Where deposits came from, by their ids. Of what is no coin that is taken there is nothing. */
export async function depositSources(
  networks: Pick<Networks, 'findRead'>,
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DepositSource>> {
  const sources = new Map<string, DepositSource>();
  for (const { id, network, coin, token, raw, rate, txHash } of await depositsById(db, ids)) {
    if (coin === null) continue;
    const at = networks.findRead(network);
    const taken = at === null ? null : coinAt(at, token);
    sources.set(id, {
      network,
      coin,
      coins: taken === null ? null : decimalText(raw, taken.decimals),
      rate: rate === null ? null : decimalText(BigInt(rate.price), rate.scale),
      txHash,
    });
  }
  return sources;
}
