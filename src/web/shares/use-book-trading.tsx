import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { fromDecimal, usdt, type Usdt } from '#domain/money.ts';
import { partOf } from '#domain/trading/orders/share-money.ts';
import type { OrderWire, PositionWire } from '#protocol/exchange.ts';
import type { BalanceMessage } from '#protocol/trading.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { serverClock } from '#web/live/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { bookOf, withoutOwn, type BookSide, type EventOutcome, type Outcome, type RoundOutcome } from './book-view.ts';
import { againOf, purseWithout } from './ticket/amending.ts';
import { freeShares, heldOf, restingOf, rests } from './own/own-rows.ts';
import { orderOf } from './ticket/round-order.ts';
import { cashAsked, roundProblem } from './ticket/round-problem.ts';
import { changedTicket, figuresOf, type RoundPhase, type RoundScene, type RoundTicket } from './ticket/round-ticket.ts';
import { isLarge, Quiet, tapOf } from './ticket/tap.ts';
import { lotsOf, otherSide, sharesText } from './ticket/share-math.ts';
import { useBook } from './use-book.ts';
import { useOrders } from './own/use-orders.ts';
import { useOwn, type OwnState } from './own/use-own.ts';
import { useOrderToasts } from './own/use-order-toasts.tsx';
import { useTerms, type MarketTerms } from './ticket/use-terms.ts';
import { useEndOfAmending, useEndOfSale, useTicketState } from './use-ticket-state.ts';
import { outcomeOf } from './words.ts';
import type { RoundSlotProps } from '#web/round-slot.ts';

/** Until the terms of the market came nothing can be sent, and no fee is shown. */
const NO_TERMS: MarketTerms = { feeBps: 0, minAmount: usdt(0n) };
const CONFIRM_MS = 3_000;
const NOTICE_MS = 8_000;
/** Refusals that need no more than a line under the button. */
const INLINE = new Set([
  'RateLimit',
  'UnavailableBet',
  'PriceFeedError',
  'PlacingPaused',
  'MarketClosed',
  'StakeLimit',
  'ExposureLimit',
  'OrderRejected',
  'InvalidRequest',
]);

/** What the screen gives: who trades, with what, and where refusals go. */
export interface DeskProps extends Pick<
  RoundSlotProps,
  'now' | 'connected' | 'ready' | 'cash' | 'oneClick' | 'amount' | 'onAmount' | 'onNoBalance' | 'onRefused'
> {
  /** The most that an order may cost now, units. */
  readonly most: number;
  /** Hears of the balance. */
  readonly onBalance?: (balance: BalanceMessage) => void;
  /** An order was accepted. */
  readonly onPlaced?: () => void;
}

/** The market whose book is traded on. */
export interface DeskMarket {
  /** null: none is chosen. */
  readonly marketId: string | null;
  readonly phase: RoundPhase;
  readonly pairStatus: RoundScene['pairStatus'];
  readonly first: RoundOutcome | EventOutcome;
  /** Leads to another market, of an order or a position of one's own. */
  readonly leadTo: (market: OrderWire['market']) => void;
}

/** Everything that is done with the book of one market: ticket, orders, own shares. */
export function useBookTrading(props: DeskProps, { marketId, phase, pairStatus, first, leadTo }: DeskMarket) {
  const tell = useOrderToasts();
  const book = useBook(marketId);
  const terms = useTerms(marketId);
  const own = useOwn(tell, props.onBalance);
  const [notice, setNotice] = useNotice();
  const [quiet] = useState(() => new Quiet(() => serverClock.now()));
  const state = useTicketState(props, { marketId, quiet, first });
  const { ticket, setTicket, amending, stopAmending } = state;
  const orders = useToldOrders(props, { own, tell, setNotice, state });
  const resting = restingOf(own.orders);
  const ownHere = resting.filter((order) => order.market.marketId === marketId);
  // What is shown before a tap is what others' orders give: own ones are cancelled where they would meet.
  const met = (outcome: Outcome) =>
    book === null ? null : withoutOwn(bookOf(book, outcome), { orders: ownHere, outcome });
  const side = met(ticket.outcome);
  const free = marketId === null ? 0 : lotsOf(freeShares(own.positions, marketId, ticket.outcome));
  // What is filled of it while it is amended is known here before its cancel says so.
  const known = amending === null ? undefined : own.orders.get(amending.id);
  const replaced = amending === null ? null : (known ?? amending);
  const purse = { cash: props.cash, free };
  const target = { marketId: marketId ?? '', outcome: ticket.outcome };
  const scene: RoundScene = {
    phase: marketId === null ? 'closed' : phase,
    connected: props.connected && terms !== null,
    pairStatus,
    book: side,
    ...(replaced === null ? purse : purseWithout(replaced, purse, target)),
    ...(terms ?? NO_TERMS),
    maxCost: fromDecimal(props.most.toFixed(6), 6) ?? usdt(0n),
  };
  const figures = figuresOf(ticket, scene);
  const problem = marketId === null ? 'roundClosed' : roundProblem(ticket, scene);
  const confirm = useConfirm(`${marketId} ${JSON.stringify(ticket)}`);
  const held = heldOf(own.positions);
  // A change is under way from its cancel on: a second tap would place it twice.
  const replacing = amending !== null && orders.cancelling.has(amending.id);
  const sending = orders.pending[0]?.phase ?? (replacing ? ('placing' as const) : null);
  const isListed = known !== undefined || own.states.orders !== 'ready';
  useEndOfAmending(replaced, { isBusy: sending !== null, isListed, marketId }, state);
  useEndOfSale({ marketId, outcome: ticket.outcome, free, side: ticket.side }, state.leaveSale);

  const tap = () => {
    const now = serverClock.now();
    const does = tapOf({
      isReady: props.ready && marketId !== null,
      isQuiet: quiet.isNow(),
      isSending: sending !== null,
      problem,
      atOnce: props.oneClick && !isLarge(figures, props.cash),
      isConfirmed: confirm.isOpen(now),
    });
    if (does === 'fund') props.onNoBalance();
    if (does === 'ask') confirm.open(now + CONFIRM_MS);
    if (does !== 'send' || marketId === null) return;
    confirm.close();
    setNotice(null);
    const body = orderOf(ticket, scene, { marketId, now });
    void (amending === null || replaced === null
      ? orders.place(body)
      : orders.amend(body, { was: amending, now: replaced, means: scene }));
  };
  const question = useCancelAll(() => void orders.cancelAll(resting));
  const shown = sending ?? (confirm.isOpen(props.now) ? ('confirming' as const) : ('idle' as const));
  return {
    book,
    own,
    orders,
    ticket,
    setTicket,
    change: (part: Partial<RoundTicket>) => setTicket(changedTicket(ticket, part)),
    figures,
    problem,
    cashAsked: problem === 'noBalance' ? cashAsked(ticket, scene) : null,
    phase: shown,
    tap,
    notice,
    free,
    paid: paidFor(held, { marketId, outcome: ticket.outcome, lots: figures.lots }),
    feeBps: scene.feeBps,
    middle: middleOf(side),
    best: bestOf(met(first), 'BUY'),
    sideNow: bestOf(met(first), ticket.side),
    resting,
    held,
    ownHere,
    amending,
    stopAmending,
    amend: (order: OrderWire) => {
      leadTo(order.market);
      state.amend(order);
    },
    sell: (position: PositionWire) => {
      leadTo(position.market);
      const size = { by: 'shares', text: sharesText(lotsOf(position.free)) } as const;
      const sale = { side: 'SELL', kind: 'market', outcome: outcomeOf(position.outcome), size } as const;
      setTicket(changedTicket(stopAmending(), sale));
    },
    cancel: (order: OrderWire) => {
      const left = lotsOf(freeShares(own.positions, order.market.marketId, order.outcome));
      void orders.cancel(order.id).then((gone) => {
        if (gone === null) return;
        const again = againOf(order, gone, { now: serverClock.now(), free: left });
        tell.cancelled(gone, again === null ? null : () => void orders.bringBack(again));
      });
    },
    askCancelAll: question.ask,
    question: question.sheet,
  };
}

interface Telling {
  readonly own: OwnState;
  readonly tell: ReturnType<typeof useOrderToasts>;
  readonly setNotice: (text: string) => void;
  readonly state: Pick<ReturnType<typeof useTicketState>, 'endAmending' | 'placed'>;
}

/** The orders of the desk: their answers go to the lists, and are said. */
function useToldOrders(props: DeskProps, { own, tell, setNotice, state }: Telling) {
  return useOrders({
    known: () => own.orders,
    onPlaced: (order, sender) => {
      own.takeOrders([order]);
      own.readFills();
      props.onPlaced?.();
      tell.placed(order);
      state.placed(order, sender);
    },
    onCancelled: (gone) => own.takeOrders(gone),
    onAllCancelled: (gone) => {
      own.takeOrders(gone);
      tell.cancelledAll(gone);
    },
    onRefused: (error: ApiError) => {
      if (error.code === 'NoBalance') props.onNoBalance();
      else if (error.unknownOutcome) {
        setNotice(tell.unknown);
        own.reload();
      } else if (INLINE.has(error.code)) setNotice(error.text === '' ? error.title : error.text);
      else props.onRefused(error);
    },
    onNotReplaced: (why, order) => {
      if (why === 'noBalance') props.onNoBalance();
      if (rests(order)) setNotice(tell.notReplaced(why, props.most));
      else {
        state.endAmending(order.id);
        tell.notPlacedAgain(order, why);
      }
    },
  });
}

/** What was paid for so many lots of a holding, 10^-6; null where they are not held. */
function paidFor(
  held: readonly PositionWire[],
  sold: { readonly marketId: string | null; readonly outcome: Outcome; readonly lots: number },
): Usdt | null {
  const position = held.find((one) => one.market.marketId === sold.marketId && one.outcome === sold.outcome);
  const lots = position === undefined ? 0 : lotsOf(position.shares);
  if (position === undefined || sold.lots === 0 || sold.lots > lots) return null;
  return partOf(fromDecimal(position.costStr, 6) ?? usdt(0n), sold.lots, lots);
}

function middleOf(side: BookSide | null): number | null {
  const [ask, bid] = [side?.sellers[0]?.price, side?.buyers[0]?.price];
  return ask === undefined || bid === undefined ? null : (ask + bid) / 2;
}

/** Price at which each outcome is bought, or sold, now. */
function bestOf(first: BookSide | null, side: RoundTicket['side']): Readonly<Record<Outcome, number | null>> {
  const [ask, bid] = [first?.sellers[0]?.price ?? null, first?.buyers[0]?.price ?? null];
  const [of, against] = side === 'BUY' ? [ask, bid] : [bid, ask];
  const other = against === null ? null : otherSide(against);
  return { UP: of, YES: of, DOWN: other, NO: other };
}

/** A second tap within three seconds; any change of what would be sent ends it. */
function useConfirm(about: string) {
  const [open, setOpen] = useState<{ readonly about: string; readonly until: number } | null>(null);
  return {
    isOpen: (now: number) => open !== null && open.about === about && now < open.until,
    open: (until: number) => setOpen({ about, until }),
    close: () => setOpen(null),
  };
}

/** A sentence under the button that goes away by itself. */
function useNotice() {
  const [notice, setNotice] = useState<string | null>(null);
  useEffect(() => {
    if (notice === null) return undefined;
    const timer = setTimeout(() => setNotice(null), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return [notice, setNotice] as const;
}

function useCancelAll(onYes: () => void) {
  const { t } = useTranslation('rounds');
  const [asked, setAsked] = useState(false);
  const sheet = (
    <Sheet open={asked} onOpenChange={setAsked} title={t('cancel_all.title')} description={t('cancel_all.text')}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={() => setAsked(false)}>
          {t('cancel_all.keep')}
        </Button>
        <Button
          variant="primary"
          onClick={() => {
            setAsked(false);
            onYes();
          }}
        >
          {t('panel.cancel_all')}
        </Button>
      </div>
    </Sheet>
  );
  return { ask: () => setAsked(true), sheet };
}
