import { ChevronRight } from 'lucide-react';
import { Direction } from 'radix-ui';
import { Suspense, lazy, useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PairWire } from '#protocol/trading.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useShell } from '#web/shell-context.ts';
import { BottomBar } from '#web/ui/bottom-bar.tsx';
import { cx } from '#web/ui/cx.ts';
import { AppFooter } from '#web/ui/footer.tsx';
import { Header } from '#web/ui/header.tsx';
import { Toaster } from '#web/ui/toast.tsx';
import { BalanceMenu } from './balance-menu.tsx';
import { ChartArea, DeskTicket, HoursLine, useKeys, type DeskState, type Shown } from './desk-parts.tsx';
import { NextToClose, type OpenListProps } from './open-list.tsx';
import { firstPair } from './pair-filter.ts';
import { PairHeader } from './pair-header.tsx';
import { PairList, type PairListProps } from './pair-list.tsx';
import { PredictionPanel } from './prediction-panel.tsx';
import { closedOf, openOf } from './predictions.ts';
import { useServerNow } from '#web/live/server-clock.ts';
import { useDesk } from './use-desk.ts';
import { useMedia } from './use-media.ts';
import { useRealmPairs } from './use-realm-pairs.ts';
import { useSelection } from './use-selection.ts';
import { useSteady } from './use-steady.ts';

/** Drawers and sheets: their code comes with the first that is opened. */
const Overlays = lazy(() => import('./overlays.tsx'));

export interface TradingScreenProps {
  readonly wished: string | null;
  /** The time at which the server rendered the page, ms. */
  readonly now: number;
  /** Menu of the signed-in person, for the header. */
  readonly account?: ReactNode;
}

export function TradingScreen({ wished, now, account }: TradingScreenProps) {
  const pairs = useRealmPairs();
  const { locale } = useShell();
  const [selected, select] = useSelection(wished);
  const pair = firstPair(pairs, selected);
  if (pair === null) return <NoPairs />;
  return (
    <Direction.Provider dir={LOCALE_FACTS[locale].dir}>
      <Desk pair={pair} pairs={pairs} firstNow={now} onSelect={select} account={account} />
    </Direction.Provider>
  );
}

function NoPairs() {
  const { t } = useTranslation('trading');
  return (
    <div className="flex min-h-dvh flex-col">
      <Header kind="app" />
      <main id="content" className="grid flex-1 place-content-center gap-2 p-6 text-center">
        <h1 className="text-18 font-620">{t('load.failed')}</h1>
        <p className="text-mut">{t('feed.reason.starting')}</p>
      </main>
    </div>
  );
}

const NOTHING: Shown = { list: false, predictions: false, keys: false, table: false, full: false };

interface DeskProps {
  readonly pair: PairWire;
  readonly pairs: readonly PairWire[];
  readonly firstNow: number;
  readonly onSelect: (id: string) => void;
  readonly account: ReactNode;
}

function Desk({ pair: given, pairs, firstNow, onSelect, account }: DeskProps) {
  const { t } = useTranslation('trading');
  const now = useServerNow(1_000, firstNow);
  const desk = useDesk({ pair: given, now });
  const { pair } = desk.ticket;
  const byId = useMemo(() => new Map(pairs.map((one) => [one.id, one])), [pairs]);
  const search = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<Shown>(NOTHING);
  const show = useCallback((part: Partial<Shown>) => setShown((was) => ({ ...was, ...part })), []);
  const onFavourite = useSteady(desk.choices.toggleFavourite);
  const listFits = useMedia('(min-width: 1200px)');
  const panelFits = useMedia('(min-width: 768px)');
  const open: OpenListProps = {
    predictions: openOf(desk.own.all),
    pairs: byId,
    now,
    connected: desk.connected,
    onSelect,
  };
  const list: PairListProps = {
    pairs,
    selected: pair.id,
    favourites: desk.choices.choices.favourites,
    searchRef: search,
    onSelect,
    onFavourite,
  };
  useKeys(desk, {
    onSearch: () => {
      if (search.current?.checkVisibility() === true) search.current.focus();
      else show({ list: true });
    },
    onKeys: () => show({ keys: true }),
  });
  const panel = {
    open,
    closed: { predictions: closedOf(desk.own.all).slice(0, 30), pairs: byId },
    realm: desk.realm,
  };
  const anyOpened = useEver(shown.list || shown.predictions || shown.keys || desk.funds.open || desk.refusal !== null);
  return (
    <>
      <div className="relative grid h-dvh min-h-[520px] grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto] overflow-hidden">
        <DeskHeader desk={desk} account={account} />
        <div aria-hidden className={cx('h-0.5', desk.realm === 'demo' ? 'bg-warn' : 'hidden')} />
        <main
          id="content"
          className="row-start-3 grid min-h-0 grid-cols-[284px_minmax(0,1fr)_316px] gap-px bg-line max-xl:grid-cols-[minmax(0,1fr)_300px] max-md:flex max-md:flex-col max-md:gap-0 max-md:bg-s1"
        >
          <aside className="flex min-h-0 min-w-0 flex-col bg-s1 max-xl:hidden">
            {listFits ? <PairList {...list} /> : null}
            <HoursLine pair={pair} now={now} />
          </aside>
          <div
            className={cx(
              'grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)_208px] gap-px bg-line short:grid-rows-[auto_minmax(0,1fr)_168px] max-md:flex max-md:flex-1 max-md:flex-col max-md:gap-0 max-md:bg-s1',
              shown.full && 'fixed inset-0 z-30 grid-rows-[auto_minmax(0,1fr)]!',
            )}
          >
            <PairHeader
              pair={pair}
              payoutBps={desk.ticket.payoutBps}
              favourite={desk.choices.choices.favourites.has(pair.id)}
              connected={desk.connected}
              now={now}
              onFavourite={onFavourite}
              onOpenList={() => show({ list: true })}
            />
            <ChartArea
              desk={desk}
              pair={pair}
              pairs={pairs}
              firstNow={firstNow}
              shown={shown}
              onShow={show}
              onSelect={onSelect}
            />
            <section className={cx('min-h-0 max-md:hidden', shown.full && 'hidden')} aria-label={t('tabs.label')}>
              {panelFits ? <PredictionPanel {...panel} /> : null}
            </section>
          </div>
          <div className="flex min-h-0 min-w-0 flex-col bg-s1 max-md:flex-none max-md:rounded-t-sheet max-md:border-t max-md:border-line">
            <NextToClose
              {...open}
              onOpen={() => show({ predictions: true })}
              chevron={<ChevronRight aria-hidden className="flip size-4 text-faint" />}
            />
            <DeskTicket desk={desk} pair={pair} />
          </div>
        </main>
        <div className="row-start-4">
          <BottomBar />
          <AppFooter />
        </div>
      </div>
      {anyOpened ? (
        <Suspense>
          <Overlays desk={desk} pair={pair} list={list} panel={panel} shown={shown} onShow={show} />
        </Suspense>
      ) : null}
      <Toaster />
    </>
  );
}

/** True from the first time on. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}

function DeskHeader({ desk, account }: { readonly desk: DeskState; readonly account: ReactNode }) {
  return (
    <Header
      kind="app"
      account={account}
      end={
        <BalanceMenu
          realm={desk.realm}
          balance={desk.own.balance}
          hidden={desk.choices.choices.hidden === 'on'}
          refilling={desk.refilling}
          onHide={desk.choices.setHidden}
          onRefill={desk.refill}
        />
      }
    />
  );
}
