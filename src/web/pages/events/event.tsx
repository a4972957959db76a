import { useCallback, useState } from 'react';
import { data, useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import type { EventWire } from '#protocol/events/events.ts';
import type { PageContext } from '#protocol/pages/page-context.ts';
import { SessionProvider, useSession } from '#web/api/session.tsx';
import { SeenAsBar } from '#web/features/office/seen-as-bar.tsx';
import { chanceText } from '#web/features/events/chance-text.ts';
import { EventScreen } from '#web/features/events/event-screen.tsx';
import { eventData } from '#web/features/events/event-data.ts';
import { WatchProvider } from '#web/features/events/watch/watch.tsx';
import { createFormats } from '#web/i18n/format.ts';
import { isLocale } from '#web/i18n/locales.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LiveProvider } from '#web/live/live.tsx';
import { Own } from '#web/money/own.tsx';
import { Structured, wayOf } from '#web/shares/structured.tsx';
import { useShell } from '#web/shell-context.ts';
import { link, pageAt, pathOf } from '#web/site.ts';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import { late } from '#web/ui/late.tsx';
import { Toaster } from '#web/ui/toast.tsx';

/** With its weight: only where somebody is signed in. */
const AccountCorner = late(() => import('../parts/account-corner.tsx'), {
  waits: <span className="size-9 max-md:hidden" />,
  small: true,
});

const RELATED = '4';

/** The event is in the first HTML, with its chance in the title. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const realm = pageAt(url.pathname)?.demo === true ? ('demo' as const) : ('real' as const);
  const locale = isLocale(params['locale']) ? params['locale'] : 'en';
  const as = { realm, locale };
  const { slug = '' } = params;
  const { read }: PageContext = context;
  const event = await read('events.one', as, { params: { slug } });
  if (event === null) throw data(null, { status: 404 });
  const query = { category: event.category, status: 'open', sort: 'volume', limit: RELATED } as const;
  const [others, comments] = await Promise.all([
    read('events.list', as, { query }).catch(() => null),
    read('comments.list', as, { params: { id: event.id }, query: {} }).catch(() => null),
  ]);
  const related = (others?.items ?? []).filter(({ id }) => id !== event.id).slice(0, 3);
  const side = url.searchParams.get('side');
  const wish = {
    marketId: url.searchParams.get('market'),
    outcome: side === 'YES' || side === 'NO' ? (side as 'YES' | 'NO') : null,
  };
  return { event, related, comments, wish, now: Date.now(), head: headOf(event, createFormats(locale)) };
}

/** The address changes with what is chosen; nothing is to be asked again for it. */
export function shouldRevalidate() {
  return false;
}

/** Of several outcomes none is the chance of the event. */
function headOf({ title, summary, slug, markets }: EventWire, formats: ReturnType<typeof createFormats>) {
  const chance = markets.length === 1 ? (markets[0]?.prices.chance ?? null) : null;
  return { event: slug, title, summary, known: chance === null ? 'no' : 'yes', chance: chanceText(formats, chance) };
}

export default function Event() {
  const { event } = useLoaderData<typeof loader>();
  return (
    <SessionProvider>
      <SeenAsBar />
      <LiveProvider pairs={[]}>
        <WatchProvider>
          <Frame />
        </WatchProvider>
      </LiveProvider>
      <EventStructured event={event} />
    </SessionProvider>
  );
}

/** Whoever is signed in sees their corner in the header; a visitor the ways in. */
function Frame() {
  const { event, related, comments, wish, now } = useLoaderData<typeof loader>();
  const { state, realm } = useSession();
  const [balance, setBalance] = useState<string | null>(null);
  const onBalance = useCallback((text: string | null) => setBalance(text), []);
  const account = state.status === 'ready' && realm === 'real' ? <AccountCorner /> : undefined;
  return (
    <PhoneFrame>
      <SiteFrame end={<Balance text={balance} />} account={account}>
        <EventScreen drawn={event} {...{ related, comments, wish, onBalance }} firstNow={now} />
      </SiteFrame>
      <Toaster />
    </PhoneFrame>
  );
}

function Balance({ text }: { readonly text: string | null }) {
  const { t } = useTranslation('trading');
  const { realm } = useSession();
  if (text === null) return null;
  return (
    <span className="grid h-10 content-center rounded-btn bg-s2 px-3" data-part="balance">
      <span className="text-11 leading-[0.8125rem] font-540 text-mut">
        {realm === 'demo' ? (
          <span className="rounded-[4px] bg-warn-soft px-1 text-warn">{t('demo.chip')}</span>
        ) : (
          t('account.real')
        )}
      </span>
      <Own amount={text} className="whitespace-nowrap text-14 leading-[1.0625rem] font-620" />
    </span>
  );
}

/** What search engines read of the event. */
function EventStructured({ event }: { readonly event: EventWire }) {
  const { t } = useTranslation('common');
  const { config, locale, pathname } = useShell();
  const whole = (path: string) => {
    const address = link(config, 'events', path);
    return address.startsWith('/') ? `${config.origins.main}${address}` : address;
  };
  const url = whole(pathname);
  const way = wayOf([
    { name: t('nav.events'), url: whole(pathOf('events', locale)) },
    { name: event.title, url },
  ]);
  return <Structured data={[eventData(event, url), way]} />;
}
