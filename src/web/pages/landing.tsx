import script from 'virtual:landing-script';
import { CircleCheck, Info } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import type { PageContext } from '#protocol/pages/page-context.ts';
import type { PairWire } from '#protocol/trading.ts';
import { useFormats, useShell } from '../shell-context.ts';
import { pathOf } from '../site.ts';
import { FOR_KNOWN, FOR_VISITORS, useSignInHref } from '../ui/frame/account-links.tsx';
import { buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { SiteFrame } from '../ui/frame/site-frame.tsx';
import { CheckYourself } from './landing/check-yourself.tsx';
import { Edge } from './landing/edge.tsx';
import { Faq } from './landing/faq.tsx';
import { Markets } from './landing/markets.tsx';
import { Money } from './landing/money.tsx';
import { offerOf } from './landing/offer.ts';
import { BOX } from './landing/parts.tsx';
import { PlayCard } from './landing/play-card.tsx';
import { Safety } from './landing/safety.tsx';
import { Ways } from './landing/ways.tsx';
import { LiveArea } from './live-prices.tsx';
import { readPairs } from './read-pairs.server.ts';

export const handle = { static: true };

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { read }: PageContext = context;
  const as = { realm: 'demo', locale: params['locale'] ?? 'en' } as const;
  const query = { status: 'open', sort: 'volume', limit: '3' } as const;
  const [pairs, events] = await Promise.all([readPairs(context), read('events.list', as, { query }).catch(() => null)]);
  return { pairs, events: events?.items ?? [] };
}

/** Heard beside the prices: the fingerprint of them all. */
const CHANNELS = ['transparency'];

/** The demo first; then an account, or the markets for who has one. And that money can be lost. */
function Calls({ className }: { readonly className?: string }) {
  const { t } = useTranslation(['landing', 'common']);
  const { locale } = useShell();
  const signIn = useSignInHref();
  const second = cx(buttonClass({ variant: 'outline', size: 'xl' }), 'max-sm:flex-auto max-sm:px-3');
  return (
    <div className={className}>
      <div className="flex flex-wrap gap-3">
        <a
          href={pathOf('trading-demo', locale)}
          className={`${buttonClass({ variant: 'primary', size: 'xl' })} max-sm:flex-auto max-sm:px-3`}
        >
          {t('common:try_demo')}
        </a>
        <a href={signIn('register')} className={cx(second, FOR_VISITORS)}>
          {t('hero.register')}
        </a>
        <a href={pathOf('crypto', locale)} className={cx(second, FOR_KNOWN)}>
          {t('hero.markets')}
        </a>
      </div>
      <p className="mt-4.5 flex items-center gap-2 text-13 text-faint">
        <Info aria-hidden className="size-[15px] shrink-0" />
        {t('common:footer.risk')}
      </p>
    </div>
  );
}

/** Whoever comes from logging out is told so: the address names it. */
function LoggedOut() {
  const { t } = useTranslation('landing');
  return (
    <p id="logged-out" className="mt-4 hidden items-center gap-2 rounded-field bg-s2 px-3.5 py-2.5 text-14 target:flex">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-up" />
      {t('logged_out')}
    </p>
  );
}

function Hero({ time, children }: { readonly time: string; readonly children: ReactNode }) {
  const { t } = useTranslation('landing');
  return (
    <div className="grid items-center gap-8 pt-5 md:pt-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,32.5rem)] lg:gap-16 lg:pt-12">
      <div>
        <h1 className="text-[2.4rem] leading-[2.6rem] font-620 tracking-[-.04em] text-balance md:text-[3rem] md:leading-[3.25rem] lg:text-[3.5rem] lg:leading-[3.7rem]">
          {t('hero.title')}
        </h1>
        <p className="mt-4 mb-6 max-w-[32em] text-[1.03rem] leading-[1.56rem] text-mut text-pretty md:mt-5.5 md:mb-7.5 md:text-18 md:leading-7">
          {t('hero.lead', { time })}
        </p>
        <Calls />
      </div>
      {children}
    </div>
  );
}

/** Pairs that can be predicted now, one of each group first. */
function oneOfEach(pairs: readonly PairWire[]): readonly PairWire[] {
  const online = pairs.filter((pair) => pair.status === 'online' && pair.price !== null);
  const firsts = online.filter((pair, at) => online.findIndex(({ market }) => market === pair.market) === at);
  return [...firsts, ...online.filter((pair) => !firsts.includes(pair))];
}

const SHORTEST_SEC = 30;

export default function Landing() {
  const { t } = useTranslation('landing');
  const { pairs, events } = useLoaderData<typeof loader>();
  const offer = offerOf(pairs);
  const time = useFormats().durationWords(offer?.durationSec ?? SHORTEST_SEC);
  return (
    <SiteFrame>
      <LoggedOut />
      <LiveArea channels={CHANNELS} script={script}>
        <Hero time={time}>{offer === null ? null : <PlayCard offer={offer} />}</Hero>
        <CheckYourself />
        <Ways pairs={oneOfEach(pairs)} round={offer?.pair ?? null} events={events} />
        <Markets pairs={pairs} />
        {offer === null ? null : <Edge offer={offer} />}
      </LiveArea>
      <Money />
      <Safety />
      <Faq />
      <section className={`${BOX} mt-15 grid items-end gap-5 md:mt-22 md:grid-cols-[1fr_auto] md:p-10`}>
        <div>
          <h2 className="text-[1.8rem] leading-[2.1rem] font-620 tracking-[-.03em] text-balance md:text-38">
            {t('end.title')}
          </h2>
          <p className="mt-2 text-16 text-mut">{t('end.text')}</p>
        </div>
        <Calls />
      </section>
    </SiteFrame>
  );
}
