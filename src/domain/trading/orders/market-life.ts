import type { MarketEvent, MarketStatus } from './market.ts';
import type { OrderEnd } from './order.ts';

export const MARKET_EVENTS = [
  'open',
  'pause',
  'resume',
  'clarify',
  'cut_off',
  'end',
  'settle',
  'void',
] as const satisfies readonly MarketEvent[];

/** The life of a market with a book (docs/rules/states.md#market). A pair of status and event that is not here is no change. */
export const NEXT_MARKET = {
  SCHEDULED: { open: 'OPEN', void: 'VOIDED' },
  OPEN: {
    pause: 'PAUSED',
    clarify: 'OPEN',
    cut_off: 'CUT_OFF',
    void: 'VOIDED',
  },
  PAUSED: { resume: 'OPEN', cut_off: 'CUT_OFF', void: 'VOIDED' },
  CUT_OFF: { end: 'ENDED', void: 'VOIDED' },
  ENDED: { settle: 'SETTLED', void: 'VOIDED' },
  SETTLED: {},
  VOIDED: {},
} as const satisfies Record<MarketStatus, Partial<Record<MarketEvent, MarketStatus>>>;

/** The status after `event`, or null when the table does not have it. */
export function marketAfter(status: MarketStatus, event: MarketEvent): MarketStatus | null {
  const row: Partial<Record<MarketEvent, MarketStatus>> = NEXT_MARKET[status];
  return row[event] ?? null;
}

/** Why resting orders end with this event; null: they stay. */
export const ENDS_ORDERS = {
  open: null,
  pause: 'pause',
  resume: null,
  clarify: 'rules',
  cut_off: 'cut_off',
  end: null,
  settle: null,
  void: 'void',
} as const satisfies Record<MarketEvent, OrderEnd | null>;

/** What the clock asks of a market at `now` (ms), one step at a time; null: nothing. */
export function marketDue(
  market: {
    readonly status: MarketStatus;
    readonly opensAt: number;
    readonly cutOffAt: number;
    readonly endsAt: number;
  },
  now: number,
): 'open' | 'cut_off' | 'end' | null {
  if (market.status === 'SCHEDULED') return now >= market.opensAt ? 'open' : null;
  if (market.status === 'OPEN' || market.status === 'PAUSED') return now >= market.cutOffAt ? 'cut_off' : null;
  return market.status === 'CUT_OFF' && now >= market.endsAt ? 'end' : null;
}
