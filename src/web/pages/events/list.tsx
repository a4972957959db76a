import { CircleAlert, Newspaper } from 'lucide-react';
import { useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import type { PageContext } from '#protocol/pages/page-context.ts';
import { isKnown, type PageHandle } from '#web/api/known.ts';
import { SessionProvider } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { EventCard } from '#web/features/events/event-card.tsx';
import { useEventLinks } from '#web/features/events/event-links.ts';
import { PLAIN_WISH, queryOf, wishOf, type ListWish } from '#web/features/events/list/list-address.ts';
import { ListFilters, ListSearch, ListShows } from '#web/features/events/list/list-filters.tsx';
import { Watching } from '#web/features/events/list/watching.tsx';
import { WatchStar } from '#web/features/events/watch/watch-star.tsx';
import { WatchProvider } from '#web/features/events/watch/watch.tsx';
import { SeenAsBar } from '#web/features/office/seen-as-bar.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Toaster } from '#web/ui/toast.tsx';
import { cx } from '#web/ui/cx.ts';
import { FOR_KNOWN } from '#web/ui/frame/account-links.tsx';
import { useShell } from '#web/shell-context.ts';
import { link, pageAt, pathOf } from '#web/site.ts';

/** Who is nobody here needs no framework code; whoever signed in has stars to press. */
export const handle: PageHandle = { static: 'visitors' };

const PAGE = '24';

/** What is chosen stands in the address, so that the list works without a script and can be sent to others. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const realm = pageAt(url.pathname)?.demo === true ? ('demo' as const) : ('real' as const);
  const wish = wishOf(url.searchParams);
  const { sort, category, show, search, cursor } = wish;
  const query = {
    sort,
    status: show,
    limit: PAGE,
    ...(category === null ? {} : { category }),
    ...(search === '' ? {} : { search }),
    ...(cursor === null ? {} : { cursor }),
  };
  const known = realm === 'real' && isKnown(request.headers.get('cookie') ?? '');
  const as = { realm, locale: params['locale'] ?? 'en' };
  const { read }: PageContext = context;
  const list = wish.watching ? null : await read('events.list', as, { query }).catch(() => null);
  return { realm, wish, list, known, now: Date.now() };
}

/** Events that people trade on. */
export default function Events() {
  const { known } = useLoaderData<typeof loader>();
  if (!known) return <List />;
  return (
    <SessionProvider>
      <SeenAsBar />
      <WatchProvider>
        <List />
      </WatchProvider>
      <Toaster />
    </SessionProvider>
  );
}

function List() {
  const { t } = useTranslation(['events', 'common']);
  const { realm, wish } = useLoaderData<typeof loader>();
  const { config, locale } = useShell();
  const links = useEventLinks(realm);
  const path = links.list();
  const feed = `${config.origins.events}${pathOf('events', locale)}/rss.xml`;
  const other = realm === 'demo' ? 'real' : 'demo';
  return (
    <PhoneFrame>
      <SiteFrame>
        <link rel="alternate" type="application/rss+xml" title={t('common:nav.events')} href={feed} />
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3 pt-5 md:pt-8">
          <div className="min-w-0 flex-[1_1_20rem]">
            <h1 className="text-26 font-620 tracking-[-.022em] md:text-38 md:tracking-[-.03em]">
              {t('common:nav.events')}
            </h1>
            <p className="mt-1.5 max-w-[44em] text-15 text-mut text-pretty">
              {t('lead')}{' '}
              <a
                href={`${links.list(other)}${queryOf(wish)}`}
                className="inline-flex min-h-6 items-center rounded-chip font-540 text-brand-text hover:underline"
              >
                {t(`realm.to_${other}`)}
              </a>{' '}
              <a
                href={link(config, 'dashboard', pathOf('portfolio', locale))}
                className={cx(
                  'ms-2 inline-flex min-h-6 items-center rounded-chip font-540 text-brand-text hover:underline',
                  FOR_KNOWN,
                )}
              >
                {t('common:nav.portfolio')}
              </a>{' '}
              <a
                href={pathOf('rulings', locale)}
                className="ms-2 inline-flex min-h-6 items-center rounded-chip font-540 text-brand-text hover:underline"
              >
                {t('common:nav.rulings')}
              </a>
            </p>
          </div>
          <div className="w-full md:w-80">
            <ListSearch wish={wish} path={path} />
          </div>
        </div>
        <ListFilters wish={wish} path={path} watching={links.list('real')} />
        <Found path={path} />
        <p className="mt-8 border-t border-line pt-4 text-13">
          <a
            href={pathOf('calibration', locale)}
            className="inline-flex min-h-6 items-center rounded-chip font-540 text-brand-text hover:underline pointer-coarse:min-h-11"
          >
            {t('common:nav.calibration')}
          </a>
        </p>
      </SiteFrame>
    </PhoneFrame>
  );
}

function headOf({ search, category, sort, watching }: ListWish) {
  if (search !== '') return null;
  if (watching) return 'watch.pill' as const;
  return category === null ? (`sort.${sort}` as const) : (`cat.${category}` as const);
}

function Found({ path }: { readonly path: string }) {
  const { t } = useTranslation(['events', 'common']);
  const { realm, wish, list, now } = useLoaderData<typeof loader>();
  const links = useEventLinks(realm);
  const head = headOf(wish);
  return (
    <section className="mt-6">
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 text-18 font-620 [overflow-wrap:anywhere]">
          {head === null ? <bdi>{wish.search}</bdi> : t(head)}
        </p>
        {wish.watching ? null : <ListShows wish={wish} path={path} />}
      </div>
      {wish.watching ? (
        <Watching wish={wish} path={path} now={now} />
      ) : list === null ? (
        <EmptyState
          className="card"
          icon={<CircleAlert aria-hidden />}
          title={t('failed.title')}
          text={t('failed.text')}
          action={
            <a className={buttonClass()} href={`${path}${queryOf(wish, { cursor: wish.cursor })}`}>
              {t('common:btn.retry')}
            </a>
          }
        />
      ) : list.items.length === 0 ? (
        <EmptyState
          className="card"
          icon={<Newspaper aria-hidden />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <a className={buttonClass()} href={`${path}${queryOf(PLAIN_WISH)}`}>
              {t('empty.all')}
            </a>
          }
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2 xl:grid-cols-3">
          {list.items.map((event) => (
            <EventCard
              key={event.id}
              event={event}
              href={links.event(event.slug)}
              now={now}
              corner={<WatchStar event={event} back={`${links.list('real')}${queryOf(wish)}`} />}
            />
          ))}
        </div>
      )}
      {list?.nextCursor === null || list === null ? null : (
        <p className="mt-4 text-center">
          <a className={buttonClass()} href={`${path}${queryOf(wish, { cursor: list.nextCursor })}`}>
            {t('more')}
          </a>
        </p>
      )}
    </section>
  );
}
