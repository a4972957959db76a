import type { OrderCommand } from '#domain/trading/orders/contract.ts';
import { unpaidOf } from '#domain/trading/orders/settlement.ts';
import type { LiveMarket } from '#domain/trading/orders/state.ts';
import type { ListedBook } from './listed-books.ts';
import type { MarketTask } from './tasks.ts';

/** Holders who are paid in one batch at most: predictions go on between two of them. */
export const PAID_AT_ONCE = 1_000;

/** The next step of an event's book, towards what its people want of it; null: none. `clock`: what its times ask for. */
export function eventStep(
  live: LiveMarket,
  { listed, clock }: { readonly listed: ListedBook | null; readonly clock: OrderCommand | null },
): MarketTask | null {
  const { market } = live;
  const command = commandOf(live, listed) ?? clock;
  return command === null ? null : { name: market.id, command, verdict: null };
}

function commandOf(live: LiveMarket, listed: ListedBook | null): OrderCommand | null {
  const { id: marketId, status } = live.market;
  if (listed === null) return null;
  const step = (event: 'open' | 'pause' | 'resume' | 'cut_off' | 'end'): OrderCommand => ({
    kind: 'market',
    marketId,
    event,
  });
  const { wanted, result } = listed;
  if (wanted === 'pause') return status === 'OPEN' ? step('pause') : null;
  if (wanted === 'open') return status === 'PAUSED' ? step('resume') : null;
  // One more than a part: whether that is all.
  const unpaid = wanted === 'settle' ? unpaidOf(live, PAID_AT_ONCE + 1) : [];
  if (wanted === 'settle' && result?.kind === 'VOID' && unpaid.length <= PAID_AT_ONCE)
    return { kind: 'settle', marketId, result };
  // It takes no orders from the batch on in which those that rest end.
  if (status === 'SCHEDULED') return step('open');
  if (status === 'OPEN' || status === 'PAUSED') return step('cut_off');
  if (status === 'CUT_OFF') return step('end');
  if (wanted !== 'settle' || result === null || status !== 'ENDED') return null;
  if (unpaid.length <= PAID_AT_ONCE) return { kind: 'settle', marketId, result };
  return { kind: 'pay', marketId, result, owners: unpaid.slice(0, PAID_AT_ONCE) };
}
