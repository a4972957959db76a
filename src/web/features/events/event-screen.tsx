import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { CommentsWire } from '#protocol/comments/comments.ts';
import type { EventCard, EventWire } from '#protocol/events/events.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useRole, useSession } from '#web/api/session.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLiveStatus, useSettledStatus } from '#web/live/live.tsx';
import { useServerNow } from '#web/live/server-clock.ts';
import { BookTable } from '#web/shares/book-table.tsx';
import { tellEventNames } from '#web/shares/event-names.ts';
import { bookOf, viewOf } from '#web/shares/book-view.ts';
import { OwnPanel } from '#web/shares/own/own-panel.tsx';
import { FollowPositions, usePositionValues } from '#web/shares/own/position-values.tsx';
import { notShown } from '#web/shares/ticket/placing.ts';
import { standOf } from '#web/shares/ticket/round-problem.ts';
import { withLots, withPrice, type RoundPhase } from '#web/shares/ticket/round-ticket.ts';
import { centsText } from '#web/shares/ticket/share-math.ts';
import { useBookTrading } from '#web/shares/use-book-trading.tsx';
import { useShell } from '#web/shell-context.ts';
import { isFor, pageOf, pathOf } from '#web/site.ts';
import { cx } from '#web/ui/cx.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { Banner } from '#web/ui/states.tsx';
import { Activity } from './activity.tsx';
import { CommentsCard } from './comments/comments-card.tsx';
import { EventChart } from './event-chart.tsx';
import { EventHead } from './event-head.tsx';
import { useBooks } from './follow-books.tsx';
import { LeaveCard } from './leave-card.tsx';
import { HouseCard } from './house-card.tsx';
import { OutcomeTable } from './outcome-table.tsx';
import { Related } from './related.tsx';
import { ReportButton } from './report/report-button.tsx';
import { ResultCard } from './result-card.tsx';
import { RulesCard } from './rules-card.tsx';
import { SetsCard } from './sets/sets-card.tsx';
import { useMayTrade } from './restricted/use-may-trade.ts';
import { Slip } from './slip.tsx';
import { useEvent } from './use-event.ts';
import { useCash, useRulesRead } from './use-slip-state.ts';

/** Rows a side of the book that are shown. */
const ROWS = 5;
/** Only the server knows what an order may cost at most: it says so where it is too much, units. */
const NO_MOST = 1_000_000_000;
const FIRST_AMOUNT = '25';
/** A slip stands beside the page from here on, else in a sheet. */
const BESIDE = '(min-width: 64rem)';

export interface EventScreenProps {
  readonly drawn: EventWire;
  readonly related: readonly EventCard[];
  /** The first page; null: it could not be read. */
  readonly comments: CommentsWire | null;
  readonly wish: { readonly marketId: string | null; readonly outcome: 'YES' | 'NO' | null };
  /** The time at which the server rendered the page, ms. */
  readonly firstNow: number;
  /** Hears of the balance, as decimal text. */
  readonly onBalance: (text: string | null) => void;
}

type Market = EventWire['markets'][number];

/** Takes the market orders now? By the clock first: a state that is late must not invite a tap. */
function phaseOf({ state, cutOffAt }: Market, now: number): RoundPhase {
  if (now >= Date.parse(cutOffAt)) return 'closed';
  return state === 'OPEN' ? 'open' : state === 'PAUSED' ? 'paused' : 'closed';
}

/** One event: what the market thinks, the rules, and the slip. */
export function EventScreen(props: EventScreenProps) {
  const { realm } = useSession();
  const { locale } = useShell();
  const { wish } = props;
  const now = useServerNow(1_000, props.firstNow);
  const { event, reload } = useEvent(props.drawn);
  const [marketId, setMarketId] = useState(wish.marketId);
  useEffect(() => tellEventNames([event]), [event]);
  const market = event.markets.find((one) => one.marketId === marketId) ?? event.markets[0];
  if (market === undefined) return null;
  return <EventDesk {...props} key={locale} {...{ event, reload, market, realm, now }} onMarket={setMarketId} />;
}

interface DeskProps extends EventScreenProps {
  readonly event: EventWire;
  readonly market: Market;
  readonly realm: 'real' | 'demo';
  readonly now: number;
  readonly reload: () => void;
  readonly onMarket: (id: string) => void;
}

function useEventDesk(props: DeskProps) {
  const { event, market, now, onMarket, reload } = props;
  const { state, realm } = useSession();
  const live = useLiveStatus();
  const connected = useSettledStatus(live === 'live' || live === 'connecting' ? 'here' : 'away');
  const [amount, setAmount] = useState(FIRST_AMOUNT);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [lacksMoney, setLacksMoney] = useState(false);
  const cash = useCash();
  const desk = useBookTrading(
    {
      now,
      connected,
      ready: state.status === 'ready',
      cash: cash.cash,
      oneClick: realm === 'demo',
      amount,
      onAmount: (text) => {
        setAmount(text);
        setLacksMoney(false);
        setRefusal(null);
      },
      most: NO_MOST,
      onNoBalance: () => setLacksMoney(true),
      onRefused: setRefusal,
      onBalance: ({ totalBalanceStr }) => cash.hear(totalBalanceStr),
      onPlaced: () => {
        setRefusal(null);
        setLacksMoney(false);
        reload();
      },
    },
    {
      marketId: market.marketId,
      phase: phaseOf(market, now),
      pairStatus: 'online',
      first: 'YES',
      leadTo: ({ marketId }) => {
        if (event.markets.some((one) => one.marketId === marketId)) onMarket(marketId);
      },
    },
  );
  return { desk, cash, refusal, lacksMoney, connected };
}

function EventDesk(props: DeskProps) {
  const { t } = useTranslation(['events', 'rounds']);
  const { event, market, realm, now, wish, onMarket, onBalance } = props;
  const { desk, cash, refusal, lacksMoney, connected } = useEventDesk(props);
  const [sheet, setSheet] = useState<'slip' | null>(null);
  const { books, followers } = useBooks(event.markets.map(({ marketId }) => marketId));
  const chances = useMemo(
    () =>
      new Map(
        event.markets.map((one) => [one.marketId, books.get(one.marketId)?.chance ?? one.prices.chance] as const),
      ),
    [event, books],
  );
  const rules = useRulesRead(market.id);
  const mayTrade = useMayTrade(event);
  const [values, onValue] = usePositionValues();
  const here = new Set(event.markets.map(({ marketId }) => marketId));
  const held = desk.held.filter((one) => here.has(one.market.marketId));
  const heldHere = held.find((one) => one.market.marketId === market.marketId)?.free ?? 0;
  const { text } = cash;
  useEffect(() => onBalance(text), [onBalance, text]);
  const { change } = desk;
  const choose = useCallback(
    (marketId: string, outcome: 'YES' | 'NO') => {
      onMarket(marketId);
      change({ outcome });
      if (!matchMedia(BESIDE).matches) setSheet('slip');
    },
    [onMarket, change],
  );
  useWish(wish, { choose, first: market.marketId });
  const slip = (bare: boolean): ReactNode => (
    <Slip
      {...{ desk, event, market, mayTrade, refusal, lacksMoney, bare }}
      rules={{ ...rules, read: rules.read || held.some((one) => one.market.marketId === market.marketId) }}
      onRefill={cash.refill}
      onRules={() => setSheet(null)}
    />
  );
  const isOver = market.state !== 'OPEN' && market.state !== 'PAUSED';
  const beside = isOver ? (
    <ResultCard market={market} language={event.language} onSent={props.reload} />
  ) : (
    <ForTraders>{slip(false)}</ForTraders>
  );
  return (
    <div className="grid gap-4 pt-4 pb-4 lg:grid-cols-[minmax(0,1fr)_21.25rem] lg:items-start">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <EventHead event={event} realm={realm} now={now} />
        {connected ? null : (
          <output className="block">
            <Banner tone="warn">{t('rounds:state.reconnecting')}</Banner>
          </output>
        )}
        {isOver ? <div className="card p-4 lg:hidden">{beside}</div> : null}
        <LeaveCard market={market} now={now} held={heldHere} />
        <EventChart event={event} chances={chances} now={now} />
        <OutcomeTable
          {...{ event, books, chances, held, values }}
          chosen={{ marketId: market.marketId, outcome: desk.ticket.outcome }}
          onChoose={choose}
        />
        <SetsCard {...{ event, held, rules }} onMoved={props.reload} />
        <RulesCard event={event} market={market} />
        <div className="grid gap-4 md:grid-cols-2 md:items-start">
          <EventBook
            desk={desk}
            onPick={() => {
              if (!matchMedia(BESIDE).matches) setSheet('slip');
            }}
          />
          <Activity marketId={market.marketId} />
        </div>
        <Yours
          desk={desk}
          values={values}
          here={here}
          onSheet={() => {
            if (!matchMedia(BESIDE).matches) setSheet('slip');
          }}
        />
        <CommentsCard event={event} drawn={props.comments} now={now} />
        <p className="text-center">
          <ReportButton event={event} />
        </p>
      </div>
      <aside className="grid gap-4 lg:sticky lg:top-4">
        <div className="card p-4 max-lg:hidden">{beside}</div>
        <BelowSlip>
          <HouseCard market={market} linked={event.markets.length > 1} />
          <Related events={props.related} realm={realm} />
        </BelowSlip>
      </aside>
      <Sheet open={sheet === 'slip' && !isOver} onOpenChange={() => setSheet(null)} title={market.title}>
        <ForTraders>{slip(true)}</ForTraders>
      </Sheet>
      {followers}
      <FollowPositions positions={held} orders={desk.resting} onValue={onValue} />
      {desk.question}
    </div>
  );
}

/** What the address asks for, once: an outcome of the list was pressed. */
function useWish(
  wish: EventScreenProps['wish'],
  { choose, first }: { readonly choose: (id: string, outcome: 'YES' | 'NO') => void; readonly first: string },
): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    if (wish.outcome !== null) choose(wish.marketId ?? first, wish.outcome);
  }, [wish, choose, first]);
}

/** A slip beside the page is far higher than what a visitor has there: until it is known who reads, what is below it keeps its room unseen. */
function BelowSlip({ children }: { readonly children: ReactNode }) {
  const { state } = useSession();
  const waits = state.status === 'starting' && '[@media(min-width:64rem)_and_(scripting:enabled)]:invisible';
  return <div className={cx('grid gap-4', waits)}>{children}</div>;
}

/** Staff does not trade. */
function ForTraders({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('events');
  if (isFor({ ...pageOf('trading') }, useRole())) return children;
  return <p className="text-13 text-mut">{t('slip.staff')}</p>;
}

type BookTrading = ReturnType<typeof useBookTrading>;

function EventBook({ desk, onPick }: { readonly desk: BookTrading; readonly onPick: () => void }) {
  const { book, ticket } = desk;
  const { outcome } = ticket;
  const view = book === null ? null : viewOf(bookOf(book, outcome), { orders: desk.ownHere, outcome }, ROWS);
  return (
    <div className="card overflow-hidden">
      <BookTable
        view={view}
        none={null}
        outcome={outcome}
        quoted={book?.quoted ?? false}
        stands={standOf(desk.problem)}
        onRow={(row, how) => {
          const price = centsText(row.price);
          desk.setTicket(how === 'price' ? withPrice(ticket, price) : withLots(ticket, price, row.upTo));
          onPick();
        }}
        onYours={() => document.querySelector('[data-part="yours"]')?.scrollIntoView({ block: 'nearest' })}
      />
    </div>
  );
}

/** One's own orders and shares of this event, and what was filled. */
function Yours(props: {
  readonly desk: BookTrading;
  readonly values: ReturnType<typeof usePositionValues>[0];
  readonly here: ReadonlySet<string>;
  readonly onSheet: () => void;
}) {
  const { t } = useTranslation('events');
  const { state, realm } = useSession();
  const { locale } = useShell();
  const { desk, here } = props;
  if (state.status !== 'ready') return null;
  const ofHere = <T extends { readonly market: { readonly marketId: string } }>(list: readonly T[]) =>
    list.filter(({ market }) => here.has(market.marketId));
  return (
    <section aria-label={t('yours.title')} className="card overflow-hidden" data-part="yours">
      <OwnPanel
        orders={ofHere(desk.resting)}
        positions={ofHere(desk.held)}
        values={props.values}
        fills={ofHere(desk.own.fills)}
        closed={ofHere(desk.own.closed)}
        pending={notShown(desk.orders.pending, desk.own.orders)}
        cancelling={desk.orders.cancelling}
        states={desk.own.states}
        historyHref={pathOf(realm === 'demo' ? 'history-demo' : 'history', locale)}
        onCancel={desk.cancel}
        onCancelAll={desk.askCancelAll}
        onAmend={(order) => {
          desk.amend(order);
          props.onSheet();
        }}
        onSell={(position) => {
          desk.sell(position);
          props.onSheet();
        }}
        onRetry={desk.own.reload}
      />
    </section>
  );
}
