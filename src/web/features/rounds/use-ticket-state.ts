import { useEffect, useMemo, useRef, useState } from 'react';
import type { OrderWire } from '#protocol/exchange.ts';
import type { RoundSlotProps } from '#web/round-slot.ts';
import { ticketOf } from './ticket/amending.ts';
import { rests } from './own/own-rows.ts';
import { changedTicket, NEW_TICKET, type RoundTicket } from './ticket/round-ticket.ts';

interface Kept extends Omit<RoundTicket, 'size'> {
  /** Null: the size is money, which is the quick ticket's. */
  readonly shares: string | null;
  /** The round that the price was said of; null: of none yet. */
  readonly priceOf: string | null;
}

/** A price is said of one round: of another it is none. */
function ticketFrom({ shares, priceOf, ...rest }: Kept, at: { amount: string; marketId: string | null }): RoundTicket {
  const price = priceOf === null || priceOf === at.marketId ? rest.price : '';
  return { ...rest, price, size: shares === null ? { by: 'money', text: at.amount } : { by: 'shares', text: shares } };
}

/** The ticket: its money is the quick ticket's, its shares are its own. `marketId`: of the round chosen. */
export function useTicketState(props: Pick<RoundSlotProps, 'amount' | 'onAmount'>, marketId: string | null) {
  const { amount, onAmount } = props;
  const [kept, setKept] = useState<Kept>({ ...NEW_TICKET, shares: null, priceOf: null });
  /** The order that is amended, and the ticket that it took the place of. */
  const [amended, setAmended] = useState<{ readonly order: OrderWire; readonly before: Kept } | null>(null);
  const ticket = useMemo(() => ticketFrom(kept, { amount, marketId }), [kept, amount, marketId]);
  const put = ({ size, ...rest }: RoundTicket, priceOf: string | null) => {
    if (size.by === 'money') onAmount(size.text);
    setKept({ ...rest, shares: size.by === 'shares' ? size.text : null, priceOf });
  };
  return {
    ticket,
    amending: amended?.order ?? null,
    setTicket: (next: RoundTicket) => put(next, next.price === ticket.price ? kept.priceOf : marketId),
    /** The order's own words, in the round where it rests. */
    amend: (order: OrderWire) => {
      setAmended({ order, before: amended?.before ?? kept });
      put({ ...ticket, ...ticketOf(order) }, order.market.marketId);
    },
    /** The ticket is again what it was before an order was amended; gives it. */
    stopAmending: (): RoundTicket => {
      if (amended === null) return ticket;
      setAmended(null);
      setKept(amended.before);
      return ticketFrom(amended.before, { amount, marketId });
    },
    /** What was sold is sold: the next order buys. */
    leaveSale: () =>
      setKept((was) => {
        if (was.side === 'BUY') return was;
        const { size: _size, ...rest } = changedTicket(ticketFrom(was, { amount, marketId }), { side: 'BUY' });
        return { ...rest, shares: null, priceOf: marketId };
      }),
  };
}

/** An order that was cancelled, ended by itself, or is in no list any more (`isGone`), is amended no more. One that was filled is told of when its change is sent. */
export function useEndOfAmending(
  order: OrderWire | null,
  {
    isBusy,
    isGone,
    stopAmending,
  }: { readonly isBusy: boolean; readonly isGone: boolean; readonly stopAmending: () => unknown },
): void {
  const isOver = order !== null && (isGone || (!rests(order) && order.status !== 'FILLED')) && !isBusy;
  useEffect(() => {
    if (isOver) stopAmending();
  }, [isOver, stopAmending]);
}

/** A sale whose shares are gone is over: they were sold elsewhere, or paid with their round. `marketId` is empty between rounds; `free`: lots that can be sold. */
export function useEndOfSale(
  at: { readonly marketId: string; readonly free: number } & Pick<RoundTicket, 'outcome' | 'side'>,
  leaveSale: () => void,
): void {
  const { marketId, free, outcome, side } = at;
  const last = useRef({ outcome, free: 0 });
  useEffect(() => {
    if (marketId === '') return;
    const was = last.current;
    last.current = { outcome, free };
    if (side === 'SELL' && free === 0 && was.free > 0 && was.outcome === outcome) leaveSale();
  }, [marketId, free, outcome, side, leaveSale]);
}
