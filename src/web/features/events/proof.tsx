import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useApiHost } from '#web/api/session.tsx';
import { fetchCode } from '#web/fetch-code.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { publishedRoot } from '#web/shares/published-root.ts';
import type { EventVerdict } from '#verify/events/event.ts';

/** A receipt that is not published yet comes within seconds of five minutes past an hour. */
const AGAIN_MS = 20_000;

/** One for the whole page: the card of a result stands on it twice, and its receipt is asked for once. */
const queries = new QueryClient();

interface Checked {
  readonly verdict: EventVerdict;
  readonly address: string;
}

interface ProofProps {
  readonly marketId: string;
  /** How often its result was corrected: each time it got another receipt. */
  readonly corrections: number;
}

/** The public receipt of a book, checked here; null while it is not published. Asks again until it is. */
function useEventReceipt({ marketId, corrections }: ProofProps) {
  const host = useApiHost();
  const query = queryOptions<Checked | null>({
    queryKey: ['event-receipt', marketId, corrections],
    networkMode: 'always',
    retry: false,
    refetchOnWindowFocus: false,
    // What was published stays as it is.
    staleTime: ({ state }) => (state.data === null ? 0 : Infinity),
    refetchInterval: (query) => (query.state.data === null ? AGAIN_MS : false),
    queryFn: async ({ signal }): Promise<Checked | null> => {
      const name = `${encodeURIComponent(marketId)}${corrections === 0 ? '' : `-${corrections}`}`;
      const address = `${host}/transparency/v1/events/${name}.json`;
      const [answer, root, { verifyEvent }] = await Promise.all([
        fetch(address, { signal }),
        publishedRoot(host),
        fetchCode(() => import('#verify/events/event.ts')),
      ]);
      // Read in any case: an answer that nobody reads stays open.
      const text = await answer.text();
      if (answer.status === 404) return null;
      if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
      const receipt: unknown = JSON.parse(text);
      return { verdict: verifyEvent(receipt, { root }), address };
    },
  });
  return useQuery(query, queries);
}

/** What this browser makes of the receipt of a market that was paid, and the way to keep it. */
export default function Proof(props: ProofProps) {
  const { marketId } = props;
  const { t } = useTranslation('events');
  const { data, isError } = useEventReceipt(props);
  return (
    <div className="grid gap-1 text-13" data-proof={data?.verdict.verdict}>
      <h3 className="font-620">{t('proof.title')}</h3>
      <p aria-live="polite">
        {data === undefined && !isError ? t('proof.checking') : null}
        {data === null ? t('proof.wait') : null}
        {isError ? t('proof.failed') : null}
        {data?.verdict.verdict === 'valid' ? <span className="text-ok">{t('proof.valid')}</span> : null}
        {data?.verdict.verdict === 'invalid' ? (
          <span className="text-bad">{t('proof.invalid', { code: data.verdict.code ?? '' })}</span>
        ) : null}
      </p>
      {data ? (
        <a
          href={data.address}
          download={`event-${marketId}.json`}
          className="text-brand-text underline pointer-coarse:min-h-11"
        >
          {t('proof.file')}
        </a>
      ) : null}
    </div>
  );
}
