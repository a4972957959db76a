import type { FoundDepositWire } from '#protocol/deposits/deposits.ts';
import type { ReadNetwork } from '#server/networks/index.ts';

/** Asks every network at once for a transaction that is none of the deposits we know. `away`: networks that could not be asked. */
export async function lookUp(
  places: readonly ReadNetwork[],
  sought: {
    readonly hash: string;
    /** In lower case; null: the person has none there yet. */
    readonly addressAt: (at: ReadNetwork) => Promise<string | null>;
  },
): Promise<Pick<FoundDepositWire, 'answer' | 'network' | 'away'>> {
  const told = await Promise.all(
    places.map(async (at) => {
      const address = await sought.addressAt(at);
      const answer = await at.readers[0].sight({ hash: sought.hash, address }).catch(() => 'away' as const);
      return { id: at.network.id, answer };
    }),
  );
  const away = told.filter(({ answer }) => answer === 'away').map(({ id }) => id);
  for (const { id, answer } of told) {
    if (answer !== null && answer !== 'away') return { answer, network: id, away };
  }
  return { answer: 'unknown', network: null, away };
}
