import { useEffect, useMemo, useRef, useState } from 'react';
import type { OrderWire, PlacedOrderWire } from '#protocol/exchange.ts';
import type { RoundSlotProps } from '#web/round-slot.ts';
import {
  amending,
  endAmending,
  endOfAmending,
  isSaleOver,
  leaveSale,
  NEW_KEPT,
  shownTicket,
  turnOf,
  withTicket,
  type KeptTicket,
  type Sellable,
  type Sender,
} from './ticket/kept-ticket.ts';
import type { Outcome } from './book-view.ts';
import type { RoundTicket } from './ticket/round-ticket.ts';
import type { Quiet } from './ticket/tap.ts';

/** The ticket: its money is the quick ticket's, its shares are its own. `marketId`: of the market chosen, `first`: its first outcome. */
export function useTicketState(
  props: Pick<RoundSlotProps, 'amount' | 'onAmount'>,
  { marketId, quiet, first }: { readonly marketId: string | null; readonly quiet: Quiet; readonly first: Outcome },
) {
  const { amount, onAmount } = props;
  const [kept, setKept] = useState<KeptTicket>(() => ({ ...NEW_KEPT, words: { ...NEW_KEPT.words, outcome: first } }));
  const around = { amount, marketId };
  const ticket = useMemo(() => shownTicket(kept, { amount, marketId }), [kept, amount, marketId]);
  const turn = (next: (was: KeptTicket) => KeptTicket) => {
    quiet.start();
    setKept(next);
  };
  return {
    ticket,
    amending: kept.amended?.order ?? null,
    setTicket: (next: RoundTicket) => {
      if (next.size.by === 'money') onAmount(next.size.text);
      setKept((was) => withTicket(was, next, around));
    },
    amend: (order: OrderWire) => setKept((was) => amending(was, order, around)),
    /** The person keeps the order as it is; gives the ticket as it is then. */
    stopAmending: (): RoundTicket => {
      setKept((was) => endAmending(was));
      return shownTicket(endAmending(kept), around);
    },
    /** The order can be amended no more. */
    endAmending: (id: string) => turn((was) => endAmending(was, id)),
    leaveSale: () => turn((was) => leaveSale(was, around)),
    /** An order was accepted. */
    placed: (order: PlacedOrderWire, sender: Sender) => {
      const turned = turnOf(sender, order, around);
      if (turned !== null) turn(turned);
    },
  };
}

/** Ends the amending of an order that can be amended no more, or was left. */
export function useEndOfAmending(
  order: OrderWire | null,
  at: Parameters<typeof endOfAmending>[1],
  { endAmending: end, stopAmending: leave }: Pick<ReturnType<typeof useTicketState>, 'endAmending' | 'stopAmending'>,
): void {
  const id = order?.id ?? null;
  const over = order === null ? null : endOfAmending(order, at);
  useEffect(() => {
    if (over === 'ended' && id !== null) end(id);
    if (over === 'left') leave();
  }, [over, id, end, leave]);
}

/** Ends a sale of what is not held any more. `marketId` is null between rounds. */
export function useEndOfSale(at: Sellable & { readonly marketId: string | null }, onOver: () => void): void {
  const { marketId, free, outcome, side } = at;
  const last = useRef({ outcome, free: 0 });
  useEffect(() => {
    if (marketId === null) return;
    const was = last.current;
    last.current = { outcome, free };
    if (isSaleOver(was, { free, outcome, side })) onOver();
  }, [marketId, free, outcome, side, onOver]);
}
