import { useQuery } from '@tanstack/react-query';
import { useApiHost, useSession } from '#web/api/session.tsx';
import { fetchCode } from '#web/fetch-code.ts';
import { publishedRoot } from '#web/shares/published-root.ts';
import type { LiabilityVerdict } from '#verify/liabilities/liability.ts';

export interface CheckedProof {
  readonly verdict: LiabilityVerdict;
  /** As it came, for the file. */
  readonly text: string;
}

/** The newest proof of an own share, checked here: the server's opinion of it is not asked for. */
export function useOwnProof(asked: boolean) {
  const { client, state } = useSession();
  const host = useApiHost();
  return useQuery<CheckedProof>({
    queryKey: ['own-liabilities', state.status === 'ready' ? state.user.id : null],
    enabled: asked && state.status === 'ready',
    retry: false,
    queryFn: async ({ signal }): Promise<CheckedProof> => {
      const [proof, root, { verifyLiability }] = await Promise.all([
        client.call('liabilities.own', {}, { signal }),
        publishedRoot(host),
        fetchCode(() => import('#verify/liabilities/liability.ts')),
      ]);
      return { verdict: verifyLiability(proof, { root }), text: JSON.stringify(proof, null, 1) };
    },
  });
}
