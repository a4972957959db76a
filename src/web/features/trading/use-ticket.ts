import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { fromDecimal } from '#domain/money.ts';
import type { Direction } from '#domain/trading/prediction.ts';
import type { PairWire } from '#protocol/trading.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { deviceStore, rememberTicket, rememberedTicket } from './remembered.ts';
import { serverClock } from './server-clock.ts';
import {
  forgetConfirmation,
  newTicket,
  tap,
  withAmount,
  withDuration,
  withOneClick,
  type TapVerdict,
  type Ticket,
} from './ticket.ts';

/** A payout the server has just said in a refusal, until the list of pairs says another. */
interface SaidPayout {
  readonly pair: string;
  readonly durationSec: number;
  readonly instead: number | undefined;
  readonly payout: number;
}

export interface TicketInput {
  readonly pair: PairWire;
  readonly realm: 'real' | 'demo';
  readonly cash: string | null;
  readonly connected: boolean;
  readonly now: number;
}

/** The ticket of the screen: what the person set, kept on the device in demo, judged against the pair of the moment. */
export function useTicket(input: TicketInput) {
  const { realm, now } = input;
  const [ticket, setTicket] = useState<Ticket>(() =>
    newTicket(realm, { amount: '25', durationSec: realm === 'demo' ? 15 : 60 }),
  );
  const [said, setSaid] = useState<SaidPayout | null>(null);
  const held = useRef(ticket);
  const change = useCallback((next: Ticket) => {
    held.current = next;
    setTicket(next);
  }, []);
  // The device is asked after the first paint: the server rendered the same first ticket.
  useEffect(() => change({ ...newTicket(realm, rememberedTicket(deviceStore(), realm)) }), [realm, change]);
  useEffect(() => change(forgetConfirmation(held.current, serverClock.now())), [now, change]);

  const pair = useMemo(() => withSaid(input.pair, said), [input.pair, said]);
  const cash = input.cash === null ? null : fromDecimal(input.cash, 6);
  const scene = { pair, cash, connected: input.connected, now };

  const keep = (next: Ticket) => {
    change(next);
    rememberTicket(deviceStore(), realm, { amount: next.amount, durationSec: next.durationSec });
  };
  return {
    ticket,
    pair,
    scene,
    setAmount: (text: string) => keep(withAmount(held.current, text)),
    setDuration: (seconds: number) => keep(withDuration(held.current, seconds)),
    setOneClick: (state: 'on' | 'off') => change(withOneClick(held.current, state)),
    tap: (direction: Direction): TapVerdict => {
      const result = tap(held.current, { ...scene, now: serverClock.now() }, direction);
      change(result.ticket);
      return result.verdict;
    },
    /** Takes over the payout of a refusal; false when the refusal says none. */
    tookPayout: (refusal: ApiError, durationSec: number): number | null => {
      const payout = refusal.details['payout'];
      if (refusal.code !== 'PayoutChanged' || typeof payout !== 'number') return null;
      const instead = input.pair.payouts[String(durationSec)];
      setSaid({ pair: input.pair.id, durationSec, instead, payout });
      return payout;
    },
  };
}

function withSaid(pair: PairWire, said: SaidPayout | null): PairWire {
  if (said === null || said.pair !== pair.id) return pair;
  const key = String(said.durationSec);
  return pair.payouts[key] === said.instead ? { ...pair, payouts: { ...pair.payouts, [key]: said.payout } } : pair;
}
