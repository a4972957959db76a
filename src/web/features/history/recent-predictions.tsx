import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { PredictionCard } from './prediction-columns.tsx';

const ROWS = '4';
/** Beside the balance there is room from here on; on narrower screens the page is the way to the others. */
const HAS_ROOM = '(min-width: 80rem)';

/** The last predictions, which lead to their receipts; nothing before the first one. */
export function RecentPredictions({ precision }: { readonly precision: ReadonlyMap<string, number> }) {
  const { t } = useTranslation('account');
  const { config, locale } = useShell();
  const { client, state } = useSession();
  const isReady = state.status === 'ready';
  const { data } = useQuery({
    queryKey: ['recent-predictions', isReady ? state.user.id : null],
    enabled: isReady && matchMedia(HAS_ROOM).matches,
    queryFn: ({ signal }) => client.call('trade.predictions', { query: { limit: ROWS } }, { signal }),
  });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className="card max-xl:hidden" aria-labelledby="recent-title" data-part="recent">
      <h2 id="recent-title" className="border-b border-line px-6 py-2 text-16 font-620">
        <Link
          to={link(config, 'dashboard', pathOf('history', locale))}
          className="flex min-h-9 items-center justify-between gap-2 hover:text-brand-text"
        >
          {t('trading.history')}
          <ChevronRight aria-hidden className="flip size-4 text-mut" />
        </Link>
      </h2>
      <ul>
        {data.items.map((item) => (
          <li key={item.id} className="px-6 py-4 not-first:border-t not-first:border-line">
            <PredictionCard item={item} precision={precision} />
          </li>
        ))}
      </ul>
    </section>
  );
}
