import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { fromDecimal } from '#domain/money.ts';
import type { Direction } from '#domain/trading/prediction.ts';
import type { PairWire } from '#protocol/trading.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { Store } from '#web/live/store.ts';
import { deviceStore, rememberTicket, rememberedTicket } from '../remembered.ts';
import { serverClock } from '#web/live/server-clock.ts';
import {
  forgetConfirmation,
  newTicket,
  summary,
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

/** The server knows no device: it renders this ticket, and so does the first paint. */
const FIRST: Readonly<Record<'real' | 'demo', Ticket>> = {
  real: newTicket('real', { amount: '25', durationSec: 60 }),
  demo: newTicket('demo', { amount: '25', durationSec: 30 }),
};

/** The ticket of the screen: what the person set, kept on the device in demo, judged against the pair of the moment. */
export function useTicket(input: TicketInput) {
  const { realm, now } = input;
  const [kept] = useState(() => new Store<Ticket>(() => newTicket(realm, rememberedTicket(deviceStore(), realm))));
  const [said, setSaid] = useState<SaidPayout | null>(null);
  const ticket = useSyncExternalStore(
    kept.watch,
    () => kept.get(),
    () => FIRST[realm],
  );
  useEffect(() => kept.set(forgetConfirmation(kept.get(), now)), [kept, now]);

  const pair = useMemo(() => withSaid(input.pair, said), [input.pair, said]);
  const cash = input.cash === null ? null : fromDecimal(input.cash, 6);
  const scene = { pair, cash, connected: input.connected, now };

  const keep = (next: Ticket) => {
    kept.set(next);
    rememberTicket(deviceStore(), realm, { amount: next.amount, durationSec: next.durationSec });
  };
  return {
    ticket,
    pair,
    scene,
    /** Of the duration a tap would use. */
    payoutBps: summary(ticket, scene).payoutBps,
    setAmount: (text: string) => keep(withAmount(kept.get(), text)),
    setDuration: (seconds: number) => keep(withDuration(kept.get(), seconds)),
    setTerms: ({ amount, durationSec }: Pick<Ticket, 'amount' | 'durationSec'>) =>
      keep(withDuration(withAmount(kept.get(), amount), durationSec)),
    setOneClick: (state: 'on' | 'off') => kept.set(withOneClick(kept.get(), state)),
    tap: (direction: Direction): TapVerdict => {
      const result = tap(kept.get(), { ...scene, now: serverClock.now() }, direction);
      // The time of a tap is shown nowhere: only a confirmation that begins or ends is drawn. What is placed draws the desk after its button.
      if (result.verdict.kind === 'place' || result.ticket.confirming === kept.get().confirming)
        kept.keep(result.ticket);
      else kept.set(result.ticket);
      return result.verdict;
    },
    /** Takes over the payout of a refusal; null when the refusal says none. */
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
