import { useQuery } from '@tanstack/react-query';
import { useApiHost } from '#web/api/session.tsx';
import { fetchCode } from '#web/fetch-code.ts';
import { publishedRoot } from '#web/shares/published-root.ts';
import type { RoundVerdict } from '#verify/rounds/round.ts';

export interface CheckedRound {
  readonly verdict: RoundVerdict;
  readonly receipt: unknown;
  /** As it came, for the file. */
  readonly text: string;
}

/** A receipt that is not published yet comes within seconds of five minutes past an hour. */
const AGAIN_MS = 20_000;

/** The public receipt of a round, checked here; null while it is not published. Asks again until it is. */
export function useRoundReceipt(market: string) {
  const host = useApiHost();
  return useQuery<CheckedRound | null>({
    queryKey: ['round-receipt', market],
    enabled: market !== '',
    retry: false,
    refetchInterval: (query) => (query.state.data === null ? AGAIN_MS : false),
    queryFn: async ({ signal }): Promise<CheckedRound | null> => {
      const address = `${host}/transparency/v1/rounds/${encodeURIComponent(market)}.json`;
      const [answer, root, { verifyRound }] = await Promise.all([
        fetch(address, { signal }),
        publishedRoot(host),
        fetchCode(() => import('#verify/rounds/round.ts')),
      ]);
      // Read in any case: an answer that nobody reads stays open.
      const text = await answer.text();
      if (answer.status === 404) return null;
      if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
      const receipt: unknown = JSON.parse(text);
      return { verdict: verifyRound(receipt, { root }), receipt, text };
    },
  });
}
