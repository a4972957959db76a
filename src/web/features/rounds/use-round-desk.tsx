import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { fromDecimal, usdt, type Usdt } from '#domain/money.ts';
import type { OrderWire, PositionWire } from '#protocol/exchange.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { serverClock } from '#web/live/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { bookOf, type BookSide, type Outcome } from './book-view.ts';
import { againOf, purseWithout, ticketOf } from './amending.ts';
import { freeShares, heldOf, restingOf, rests } from './own-rows.ts';
import type { RoundSlotProps } from '#web/round-slot.ts';
import { chosenRound, phaseOf, roundsOf, type RoundWindow } from './round-choice.ts';
import { orderOf } from './round-order.ts';
import { cashAsked, roundProblem } from './round-problem.ts';
import { NEW_TICKET, figuresOf, type RoundScene, type RoundTicket } from './round-ticket.ts';
import { lotsOf, otherSide, sharesText } from './share-math.ts';
import { useBook } from './use-book.ts';
import { useOrders } from './use-orders.ts';
import { useOwn, type OwnState } from './use-own.ts';
import { useRounds } from './use-rounds.ts';
import { useTellings } from './use-tellings.tsx';
import { useTerms, type MarketTerms } from './use-terms.ts';
import { outcomeOf } from './words.ts';

/** Until the terms of the market came nothing can be sent, and no fee is shown. */
const NO_TERMS: MarketTerms = { feeBps: 0, minAmount: usdt(0n) };
const CONFIRM_MS = 3_000;
const NOTICE_MS = 8_000;
const LARGE = usdt(100_000_000n);
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

interface Wish {
  readonly window: RoundWindow;
  readonly which: 'this' | 'next';
  /** A round chosen by a row of the tables. */
  readonly marketId: string | null;
}

/** Everything the Round tab does with one pair. */
export function useRoundDesk(props: RoundSlotProps) {
  const { pair, now } = props;
  const tell = useTellings();
  const list = useRounds(pair.id);
  const [wish, setWish] = useState<Wish>({ window: '5m', which: 'this', marketId: null });
  const picked = list.rounds.find((one) => one.marketId === wish.marketId && Date.parse(one.endsAt) > now);
  const round = picked ?? chosenRound(list.rounds, wish, now);
  const marketId = round?.marketId ?? null;
  const book = useBook(marketId);
  const terms = useTerms(marketId);
  const own = useOwn((orders) => tell.ended(orders));
  const [notice, setNotice] = useNotice();
  const { ticket, setTicket, amending, setAmending, stopAmending } = useTicketState(props);
  const orders = useToldOrders(props, { own, tell, setNotice, stopAmending });
  const side = book === null ? null : bookOf(book, ticket.outcome);
  const free = round === null ? 0 : lotsOf(freeShares(own.positions, round.marketId, ticket.outcome));
  // What is filled of it while it is amended is known here before its cancel says so.
  const replaced = amending === null ? null : (own.orders.get(amending.id) ?? amending);
  const purse = { cash: props.cash, free };
  const target = { marketId: marketId ?? '', outcome: ticket.outcome };
  const scene: RoundScene = {
    phase: round === null ? 'closed' : phaseOf(round, now),
    connected: props.connected && terms !== null,
    pairStatus: pair.status,
    book: side,
    ...(replaced === null ? purse : purseWithout(replaced, purse, target)),
    ...(terms ?? NO_TERMS),
    maxCost: fromDecimal(pair.maxStake.toFixed(6), 6) ?? usdt(0n),
  };
  const figures = figuresOf(ticket, scene);
  const problem = round === null ? 'roundClosed' : roundProblem(ticket, scene);
  const confirm = useConfirm(`${round?.marketId} ${JSON.stringify(ticket)}`);
  const resting = restingOf(own.orders);
  const held = heldOf(own.positions);
  const ownHere = resting.filter((order) => order.market.marketId === marketId);
  // A change is under way from its cancel on: a second tap would place it twice.
  const replacing = amending !== null && orders.cancelling.has(amending.id);
  const sending = orders.pending[0]?.phase ?? (replacing ? ('placing' as const) : null);

  const tap = () => {
    if (!props.ready || round === null) return;
    if (problem === 'noBalance') props.onNoBalance();
    if (problem !== null || sending !== null) return;
    const whole = (figures.cost + figures.fee) as Usdt;
    const large = whole >= LARGE && props.cash !== null && whole * 2n >= props.cash;
    if ((!props.oneClick || large) && !confirm.isOpen(serverClock.now())) {
      confirm.open(serverClock.now() + CONFIRM_MS);
      return;
    }
    confirm.close();
    setNotice(null);
    const body = orderOf(ticket, scene, { marketId: round.marketId, now: serverClock.now() });
    void (amending === null || replaced === null
      ? orders.place(body)
      : orders.amend(body, { was: amending, now: replaced, means: scene }));
  };
  const leadTo = (market: OrderWire['market']) => {
    if (market.pair !== null && market.pair !== pair.id) props.onSelectPair(market.pair);
    setWish({ window: market.window ?? wish.window, which: 'this', marketId: market.marketId });
  };
  const question = useCancelAll(() => void orders.cancelAll(resting));
  const phase = sending ?? (confirm.isOpen(now) ? ('confirming' as const) : ('idle' as const));
  return {
    list,
    round,
    next: round === null ? null : (roundsOf(list.rounds, round.window, now)[1] ?? null),
    book,
    own,
    orders,
    ticket,
    setTicket,
    change: (part: Partial<RoundTicket>) => setTicket({ ...ticket, ...part }),
    chooseRound: (window: RoundWindow, which: 'this' | 'next') => setWish({ window, which, marketId: null }),
    figures,
    problem,
    cashAsked: problem === 'noBalance' ? cashAsked(ticket, scene) : null,
    phase,
    tap,
    notice,
    free,
    feeBps: scene.feeBps,
    middle: middleOf(side),
    best: bestOf(book === null ? null : bookOf(book, 'UP')),
    resting,
    held,
    ownHere,
    amending,
    stopAmending,
    amend: (order: OrderWire) => {
      leadTo(order.market);
      setAmending(order);
      setTicket({ ...ticket, ...ticketOf(order) });
    },
    sell: (position: PositionWire) => {
      leadTo(position.market);
      stopAmending();
      const size = { by: 'shares', text: sharesText(lotsOf(position.free)) } as const;
      setTicket({ ...ticket, side: 'SELL', kind: 'market', outcome: outcomeOf(position.outcome), size });
    },
    cancel: (order: OrderWire) => {
      const left = lotsOf(freeShares(own.positions, order.market.marketId, order.outcome));
      void orders.cancel(order.id).then((gone) => {
        if (gone === null) return;
        const again = againOf(order, gone, { now: serverClock.now(), free: left });
        tell.cancelled(gone, again === null ? null : () => void orders.place(again));
      });
    },
    askCancelAll: question.ask,
    question: question.sheet,
  };
}

interface Telling {
  readonly own: OwnState;
  readonly tell: ReturnType<typeof useTellings>;
  readonly setNotice: (text: string) => void;
  readonly stopAmending: () => void;
}

/** The orders of the desk: their answers go to the lists, and are said. */
function useToldOrders(props: RoundSlotProps, { own, tell, setNotice, stopAmending }: Telling) {
  return useOrders({
    known: () => own.orders,
    onPlaced: (order) => {
      own.takeOrders([order]);
      own.readFills();
      stopAmending();
      tell.placed(order);
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
      if (rests(order)) setNotice(tell.notReplaced(why, props.pair.maxStake));
      else {
        stopAmending();
        tell.notPlacedAgain(order, why);
      }
    },
  });
}

/** The ticket: its money is the quick ticket's, its shares are its own. */
function useTicketState(props: Pick<RoundSlotProps, 'amount' | 'onAmount'>) {
  const [kept, setKept] = useState<Omit<RoundTicket, 'size'> & { readonly shares: string | null }>({
    ...NEW_TICKET,
    shares: null,
  });
  const [amending, setAmending] = useState<OrderWire | null>(null);
  const ticket: RoundTicket = useMemo(() => {
    const { shares, ...rest } = kept;
    return { ...rest, size: shares === null ? { by: 'money', text: props.amount } : { by: 'shares', text: shares } };
  }, [kept, props.amount]);
  const setTicket = (next: RoundTicket) => {
    const { size, ...rest } = next;
    if (size.by === 'money') props.onAmount(size.text);
    setKept({ ...rest, shares: size.by === 'shares' ? size.text : null });
  };
  /** The end of an order that was amended is not that of the next one. */
  const stopAmending = () => {
    setAmending(null);
    const { life, goodForSec, until } = NEW_TICKET;
    setKept((was) => (was.until === null ? was : { ...was, life, goodForSec, until }));
  };
  return { ticket, setTicket, amending, setAmending, stopAmending };
}

function middleOf(side: BookSide | null): number | null {
  const [ask, bid] = [side?.sellers[0]?.price, side?.buyers[0]?.price];
  return ask === undefined || bid === undefined ? null : (ask + bid) / 2;
}

/** Price at which each outcome is bought now. */
function bestOf(up: BookSide | null): Readonly<Record<Outcome, number | null>> {
  const bid = up?.buyers[0]?.price;
  return { UP: up?.sellers[0]?.price ?? null, DOWN: bid === undefined ? null : otherSide(bid) };
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
