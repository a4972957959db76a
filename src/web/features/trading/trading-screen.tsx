import * as Direction from 'radix-ui/direction';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairWire } from '#protocol/trading.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { BottomBar } from '#web/ui/frame/bottom-bar.tsx';
import { cx } from '#web/ui/cx.ts';
import { AppFooter } from '#web/ui/frame/footer.tsx';
import { Header } from '#web/ui/frame/header.tsx';
import { late } from '#web/ui/late.tsx';
import { Guard } from '#web/ui/part.tsx';
import { Toaster } from '#web/ui/toast.tsx';
import { BalanceMenu } from './balance-menu.tsx';
import { ChartArea, HoursLine, useKeys, type QuickTrading, type Shown } from './quick-trading-parts.tsx';
import type { OpenListProps } from './positions/open-state.tsx';
import { firstPair } from './pairs/pair-filter.ts';
import { PairHeader } from './pairs/pair-header.tsx';
import type { PairListProps } from './pairs/pair-list.tsx';
import type { PredictionPanelProps } from './positions/prediction-panel.tsx';
import type { RoundComponent, SoldNow } from '#web/round-slot.ts';
import type { ClosedListProps } from './positions/closed-list.tsx';
import { allSold, togetherSold, useSaleValues } from './positions/sale-values.ts';
import { closedOf, openOf } from './positions/predictions.ts';
import { useServerNow } from '#web/live/server-clock.ts';
import { SlotBox } from './ticket/slot-box.tsx';
import { canSell } from './ticket/eligibility.ts';
import { Held, TicketColumn } from './ticket/ticket-column.tsx';
import { useAgain, useAgainWish } from './use-again.ts';
import { useQuickTrading } from './use-quick-trading.ts';
import { useOtherRealm } from './use-other-realm.ts';
import { useMedia } from './use-media.ts';
import { useRealmPairs } from './pairs/use-realm-pairs.ts';
import { SkipToTicket } from './ticket/skip-to-ticket.tsx';
import { useRoundMode, type RoundMode } from './use-round-mode.ts';
import { useSelection } from './use-selection.ts';
import { useSteady } from './use-steady.ts';
import { PairList, PredictionPanel } from './wide.tsx';

/** Drawers and sheets: their code comes with the first that is opened. */
const loadOverlays = () => import('./overlays.tsx');
const Overlays = late(loadOverlays, {
  close: ({ quick, onShow }) => {
    onShow(NOTHING);
    quick.funds.onOpenChange(false);
    quick.closeRefusal();
  },
});
/** When the page has come to rest they are fetched, so that the first drawer opens at once. */
const REST_MS = 5_000;

export interface TradingScreenProps {
  readonly wished: string | null;
  /** The time at which the server rendered the page, ms. */
  readonly now: number;
  /** Menu of the signed-in person, for the header. */
  readonly account?: ReactNode;
  /** The Round tab; its code comes when the tab is chosen. */
  readonly round: RoundComponent;
}

export function TradingScreen({ wished, now, account, round }: TradingScreenProps) {
  const pairs = useRealmPairs();
  const { locale } = useShell();
  const [selected, select] = useSelection(wished);
  const pair = firstPair(pairs, selected);
  if (pair === null) return <NoPairs />;
  return (
    <Direction.Provider dir={LOCALE_FACTS[locale].dir}>
      <TradingArea pair={pair} pairs={pairs} firstNow={now} onSelect={select} account={account} round={round} />
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

const NOTHING: Shown = { list: false, predictions: false, keys: false, real: false, table: false, full: false };

/** Keys of the screen: they search where the list stands, or open it. */
function useDeskKeys(
  quick: QuickTrading,
  mode: RoundMode,
  {
    search,
    show,
  }: { readonly search: RefObject<HTMLInputElement | null>; readonly show: (part: Partial<Shown>) => void },
): void {
  useKeys(quick, {
    quickShown: !mode.on,
    onSearch: () => {
      if (search.current?.checkVisibility() === true) search.current.focus();
      else show({ list: true });
    },
    onKeys: () => show({ keys: true }),
    onRealm: useOtherRealm(quick.realm, () => show({ real: true })),
  });
}

/** The open predictions, with what each is worth. */
function useOpen(quick: QuickTrading, list: Pick<OpenListProps, 'pairs' | 'now' | 'onSelect'>): OpenListProps {
  const { connected } = quick;
  const predictions = openOf(quick.own.all);
  const values = useSaleValues(predictions, { now: list.now, connected });
  return { ...list, predictions, values, connected };
}

/** What lies over the screen. */
function useShown() {
  const [shown, setShown] = useState<Shown>(NOTHING);
  const show = useCallback((part: Partial<Shown>) => setShown((was) => ({ ...was, ...part })), []);
  return [shown, show] as const;
}

/**
 * As high as the window, which scrolls in its parts. On phones chart and ticket do not fit there: the page scrolls, while the bar and the buttons
 * above it stay; narrow windows too low for that scroll as a whole. In a low and wide one (a large screen at 200 %, a phone on its side) the
 * ticket of phones stands beside the chart, as high as what the header leaves, and the rest of the page follows below.
 */
const DESK =
  'relative grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto] [--phone-bar:3.625rem] roomy:h-dvh roomy:min-h-[32.5rem] roomy:overflow-hidden compact:min-h-dvh beside:[--phone-bar:0px]';

interface TradingAreaProps {
  readonly pair: PairWire;
  readonly pairs: readonly PairWire[];
  readonly firstNow: number;
  readonly onSelect: (id: string) => void;
  readonly account: ReactNode;
  readonly round: RoundComponent;
}

function TradingArea({ pair: given, pairs, firstNow, onSelect, account, round: Round }: TradingAreaProps) {
  const now = useServerNow(1_000, firstNow);
  const wish = useAgainWish();
  const quick = useQuickTrading({ pair: given, now, onAgain: (prediction) => wish.set(prediction) });
  const mode = useRoundMode();
  const { pair } = quick.ticket;
  const history = pathOf(quick.realm === 'demo' ? 'history-demo' : 'history', useShell().locale);
  const byId = useMemo(() => new Map(pairs.map((one) => [one.id, one])), [pairs]);
  const search = useRef<HTMLInputElement>(null);
  const [shown, show] = useShown();
  const onFavourite = useSteady(quick.choices.toggleFavourite);
  const listFits = useMedia('(min-width: 75rem)');
  const panelFits = useMedia('(min-width: 48rem) and (min-height: 32.5rem)');
  useAgain(wish, {
    pairId: pair.id,
    onTerms: (terms) => {
      mode.setTab('quick');
      quick.ticket.setTerms(terms);
    },
    onTap: quick.tap,
    onSelect,
  });
  const open = useOpen(quick, { pairs: byId, now, onSelect });
  const list: PairListProps = {
    pairs,
    selected: pair.id,
    favourites: quick.choices.choices.favourites,
    roundMs: mode.roundMs,
    seconds: quick.ticket.ticket.durationSec,
    connected: quick.connected,
    searchRef: search,
    onSelect,
    onFavourite,
  };
  useDeskKeys(quick, mode, { search, show });
  const panel = panelOf(quick, { open, onAgain: (prediction) => wish.set(prediction) });
  const anyOpened = useOverlays(
    shown.list || shown.predictions || shown.keys || shown.real || quick.funds.open || quick.refusal !== null,
  );
  return (
    <>
      <div data-desk="" className={DESK}>
        <SkipToTicket />
        <Guard>
          <DeskHeader
            quick={quick}
            account={account}
            sold={togetherSold(allSold(open.predictions, open.values), mode.sold)}
            onReal={() => show({ real: true })}
          />
        </Guard>
        <div aria-hidden className={cx('h-0.5', quick.realm === 'demo' ? 'bg-warn' : 'hidden')} />
        <main
          id="content"
          className="row-start-3 grid min-h-0 grid-cols-[17.75rem_minmax(0,1fr)_19.75rem] gap-px bg-line max-xl:grid-cols-[minmax(0,1fr)_18.75rem] compact:flex compact:flex-col compact:gap-0 compact:bg-s1 beside:grid beside:h-[calc(100dvh-3.5rem)] beside:min-h-64 beside:gap-px beside:bg-line max-xl:beside:grid-cols-[minmax(0,1fr)_clamp(19rem,46vw,22rem)]"
        >
          <ListColumn list={listFits ? list : null} pair={pair} now={now} connected={quick.connected} />
          <div
            className={cx(
              'grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_13rem] gap-px bg-line short:grid-rows-[auto_minmax(0,1fr)_10.5rem] compact:flex compact:flex-1 compact:flex-col compact:gap-0 compact:bg-s1',
              mode.on && 'roomy:min-[80rem]:grid-cols-[minmax(0,1fr)_16rem]',
              shown.full &&
                'fixed inset-0 z-30 md:end-[300px] xl:end-[316px] grid-cols-[minmax(0,1fr)]! grid-rows-[auto_minmax(0,1fr)]!',
            )}
          >
            <Guard>
              <PairHeader
                pair={pair}
                payoutBps={quick.ticket.payoutBps}
                favourite={quick.choices.choices.favourites.has(pair.id)}
                connected={quick.connected}
                now={now}
                onFavourite={onFavourite}
                onOpenList={() => show({ list: true })}
                {...(mode.on ? { onHead: mode.places.head } : {})}
              />
            </Guard>
            <Guard>
              <ChartArea
                quick={quick}
                pair={pair}
                pairs={pairs}
                firstNow={firstNow}
                shown={shown}
                onShow={show}
                onSelect={onSelect}
                mode={mode}
              />
            </Guard>
            <BookPlace mode={mode} full={shown.full} />
            <Below mode={mode} full={shown.full} panel={panelFits ? panel : null} />
          </div>
          <TicketColumn
            quick={quick}
            pair={pair}
            full={shown.full}
            mode={mode}
            open={open}
            onOpen={() => show({ predictions: true })}
          />
        </main>
        <div className="row-start-4 max-md:sticky max-md:bottom-0 max-md:z-10 beside:static low-window:static">
          <BottomBar />
          <AppFooter />
        </div>
      </div>
      {mode.on ? (
        <Round {...roundProps(quick, mode)} pair={pair} now={now} historyHref={history} onSelectPair={onSelect} />
      ) : null}
      <Guard>
        {anyOpened ? (
          <Overlays quick={quick} pair={pair} list={list} panel={panel} shown={shown} onShow={show} />
        ) : null}
      </Guard>
      <Toaster />
    </>
  );
}

/** What the panel of predictions shows: the open ones, and the newest of the closed. */
function panelOf(
  quick: QuickTrading,
  { open, onAgain }: Pick<PredictionPanelProps, 'open'> & Pick<ClosedListProps, 'onAgain'>,
): PredictionPanelProps {
  const predictions = closedOf(quick.own.all).slice(0, 30);
  return {
    open,
    waiting: quick.own.waiting.length,
    closed: { predictions, pairs: open.pairs, onAgain },
    realm: quick.realm,
  };
}

/** The pairs beside the chart, where there is room, and when the market of this one is open. */
function ListColumn(props: {
  readonly list: PairListProps | null;
  readonly pair: PairWire;
  readonly now: number;
  readonly connected: boolean;
}) {
  return (
    <aside className="flex min-h-0 min-w-0 flex-col bg-s1 max-xl:hidden">
      <Guard>
        {props.list === null ? null : <PairList {...props.list} />}
        <HoursLine pair={props.pair} now={props.now} connected={props.connected} />
      </Guard>
    </aside>
  );
}

/** The book: a column beside the chart, over it where there is no room for one. */
function BookPlace({ mode, full }: { readonly mode: RoundMode; readonly full: boolean }) {
  if (!mode.on) return null;
  return (
    <SlotBox
      onElement={mode.places.book}
      className={cx(
        'min-h-0 min-w-0 bg-s1 compact:hidden md:row-start-2 max-[79.9375rem]:z-10 max-[79.9375rem]:col-start-1 max-[79.9375rem]:mt-12',
        mode.middle === 'chart' && 'max-[79.9375rem]:hidden',
        full && 'hidden',
      )}
    />
  );
}

/** Below the chart: own predictions, or orders and positions of rounds. */
function Below({ mode, full, panel }: BelowProps) {
  const { t } = useTranslation('trading');
  return (
    <section
      className={cx(
        'min-h-0 compact:hidden',
        mode.on && 'md:row-start-3 roomy:min-[80rem]:col-span-2',
        full && 'hidden',
      )}
      aria-label={t('tabs.label')}
    >
      {mode.on ? (
        <SlotBox onElement={mode.places.panel} className="h-full bg-s1" />
      ) : panel === null ? null : (
        <Guard>
          <PredictionPanel {...panel} />
        </Guard>
      )}
    </section>
  );
}

interface BelowProps {
  readonly mode: RoundMode;
  readonly full: boolean;
  readonly panel: PredictionPanelProps | null;
}

/** What the Round tab shares with the Quick tab. */
function roundProps(quick: QuickTrading, mode: RoundMode) {
  return {
    connected: quick.connected,
    ready: quick.ready,
    held: quick.restriction === null ? null : { card: <Held quick={quick} />, canSell: canSell(quick.restriction) },
    cash: quick.cash,
    oneClick: quick.ticket.ticket.oneClick,
    amount: quick.ticket.ticket.amount,
    slots: mode.slots,
    phone: mode.phone,
    onPhone: mode.setPhone,
    onAmount: quick.ticket.setAmount,
    onCount: mode.setResting,
    onSold: mode.setSold,
    onMark: mode.setMark,
    onNoBalance: quick.funds.onOpen,
    onRefused: quick.refuse,
  };
}

/** True from the first one that is opened. */
function useOverlays(now: boolean): boolean {
  useEffect(() => {
    const timer = setTimeout(() => void loadOverlays().catch(() => undefined), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}

function DeskHeader(props: {
  readonly quick: QuickTrading;
  readonly account: ReactNode;
  readonly sold: SoldNow | null;
  readonly onReal: () => void;
}) {
  const { quick, account, onReal } = props;
  return (
    <Header
      kind="app"
      account={account}
      end={
        <BalanceMenu
          realm={quick.realm}
          balance={quick.own.balance}
          sold={props.sold}
          refilling={quick.refilling}
          onRefill={quick.refill}
          onReal={onReal}
        />
      }
    />
  );
}
