import { CircleAlert, Star } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { EventCard as Card } from '#protocol/events/events.ts';
import { useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { AlertsCard } from '../alerts/alert-list.tsx';
import { EventCard } from '../event-card.tsx';
import { useEventLinks } from '../event-links.ts';
import { useWatchSignIn } from '../watch/watch-links.ts';
import { useRealList, WatchStar } from '../watch/watch-star.tsx';
import { useWatch } from '../watch/watch.tsx';
import { PLAIN_WISH, queryOf, type ListWish } from './list-address.ts';

const PAGE = '100';

interface Read {
  readonly items: readonly Card[];
  readonly next: string | null;
}

/** Pages of what the person watches. null: on its way; 'failed': asked again by `read`. */
function useWatching({ sort, category, search }: ListWish) {
  const { client, state } = useSession();
  const [found, setFound] = useState<Read | 'failed' | null>(null);
  const isReady = state.status === 'ready';
  const read = useCallback(
    async (before: Read | null, signal?: AbortSignal) => {
      const query = {
        watched: 'yes',
        sort,
        limit: PAGE,
        ...(category === null ? {} : { category }),
        ...(search === '' ? {} : { search }),
        ...(before === null || before.next === null ? {} : { cursor: before.next }),
      } as const;
      const page = await client.call('events.list', { query }, signal ? { signal } : {}).catch(() => null);
      if (signal?.aborted === true) return;
      if (page === null) setFound('failed');
      else setFound({ items: [...(before?.items ?? []), ...page.items], next: page.nextCursor });
    },
    [client, sort, category, search],
  );
  useEffect(() => {
    if (!isReady) return undefined;
    const stop = new AbortController();
    // Without a network it says so, and is read when the network is back.
    const online = () => void read(null, stop.signal);
    addEventListener('online', online);
    queueMicrotask(online);
    return () => {
      stop.abort();
      removeEventListener('online', online);
    };
  }, [isReady, read]);
  return { found: state.status === 'failed' ? 'failed' : found, read };
}

/** The events that the person watches, open and ended alike. */
export function Watching({
  wish,
  path,
  now,
}: {
  readonly wish: ListWish;
  readonly path: string;
  readonly now: number;
}) {
  const { t } = useTranslation(['events', 'common']);
  const signIn = useWatchSignIn();
  const watch = useWatch();
  if (watch === null || watch.hasPerson === false)
    return (
      <EmptyState
        className="card"
        icon={<Star aria-hidden />}
        title={t('watch.visitor')}
        text={t('watch.none_text')}
        action={
          <a className={buttonClass({ variant: 'primary' })} href={signIn(`${path}${queryOf(wish)}`)}>
            {t('common:nav.login')}
          </a>
        }
      />
    );
  return (
    <>
      <Watched wish={wish} path={path} now={now} />
      <AlertsCard />
    </>
  );
}

function Watched({ wish, path, now }: { readonly wish: ListWish; readonly path: string; readonly now: number }) {
  const { t } = useTranslation(['events', 'common']);
  const { retry } = useSession();
  const links = useEventLinks('real');
  const list = useRealList();
  const { found, read } = useWatching(wish);
  const grid = 'grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2 xl:grid-cols-3';
  if (found === null)
    return (
      <div aria-busy className={grid}>
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} className="h-50 rounded-card" />
        ))}
      </div>
    );
  if (found === 'failed')
    return (
      <EmptyState
        className="card"
        icon={<CircleAlert aria-hidden />}
        title={t('failed.title')}
        text={t('failed.text')}
        action={
          <Button
            onClick={() => {
              retry();
              void read(null);
            }}
          >
            {t('common:btn.retry')}
          </Button>
        }
      />
    );
  if (found.items.length === 0)
    return (
      <EmptyState
        className="card"
        icon={<Star aria-hidden />}
        title={t(wish.search === '' && wish.category === null ? 'watch.none' : 'empty.title')}
        text={t('watch.none_text')}
        action={
          <a className={buttonClass()} href={`${path}${queryOf(PLAIN_WISH)}`}>
            {t('empty.all')}
          </a>
        }
      />
    );
  return (
    <>
      <div className={grid}>
        {found.items.map((event) => (
          <EventCard
            key={event.id}
            event={event}
            href={links.event(event.slug)}
            now={now}
            corner={<WatchStar event={event} back={list} />}
          />
        ))}
      </div>
      {found.next === null ? null : (
        <p className="mt-4 text-center">
          <Button onClick={() => void read(found)}>{t('more')}</Button>
        </p>
      )}
    </>
  );
}
