import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import { useSession } from '#web/api/session.tsx';
import type { ReceiptWire } from '#protocol/tables/receipts.ts';
import { fetchCode } from '#web/fetch-code.ts';
import { publishedRoot } from '#web/shares/published-root.ts';
import { useShell } from '#web/shell-context.ts';
import type { Verdict } from '#verify/verify.ts';
import { serverClock } from '#web/live/server-clock.ts';
import { nextLook } from './sealing.ts';

export interface CheckedReceipt {
  readonly verdict: Verdict;
  readonly receipt: ReceiptWire;
  /** As it came, for the file. */
  readonly text: string;
  /** When it came, server ms. */
  readonly at: number;
}

/** The receipt of an own prediction, checked here: the server's opinion of it is not asked for. Asks again until the record holds all of it. */
export function useReceipt(id: string) {
  const { client, state } = useSession();
  const { config } = useShell();
  return useQuery<CheckedReceipt>({
    queryKey: ['receipt', id, state.status === 'ready' ? state.user.id : null],
    enabled: state.status === 'ready' && id !== '',
    retry: false,
    refetchInterval: ({ state: { data, error } }) =>
      data === undefined ? notYet(error) : nextLook(data.verdict, serverClock.now()),
    queryFn: async ({ signal }): Promise<CheckedReceipt> => {
      const host = config.apiHost === config.origins.main ? '' : config.apiHost;
      const ask = () => client.call('receipts.prediction', { params: { id } }, { signal });
      const [first, root, { Verifier }, { publicRecord }] = await Promise.all([
        ask(),
        publishedRoot(host),
        fetchCode(() => import('#verify/verify.ts')),
        fetchCode(() => import('#verify/published/public-record.ts')),
      ]);
      let receipt = first;
      let verdict = new Verifier({ root }).verify(receipt);
      if (verdict.unplaced !== null && serverClock.now() >= verdict.unplaced.due) {
        // A receipt that is younger than the record stands in it, whenever it was placed.
        const record = await publicRecord(host);
        receipt = await ask();
        verdict = new Verifier({ ...record, root }).verify(receipt);
      }
      return { verdict, receipt, text: JSON.stringify(receipt, null, 1), at: serverClock.now() };
    },
  });
}

/** It is kept, and the server cannot read it: to ask again is of no use. */
export function isArchived(error: unknown): error is ApiError {
  return error instanceof ApiError && error.details['reason'] === 'archived';
}

/** When a receipt that is not made yet is asked for again, ms; false: it is refused for good. */
function notYet(error: unknown): number | false {
  return error instanceof ApiError && error.status === 503 ? (error.retryAfterMs ?? 2_000) : false;
}
