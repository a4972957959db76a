import type { OrderCommand } from './contract.ts';
import { marketDue } from './market-life.ts';
import type { ExchangeState } from './state.ts';

/** What the clock asks for at `now` (ms): steps of markets, one at a time, and GTD orders. Changes nothing. */
export function dueCommands(state: ExchangeState, now: number): OrderCommand[] {
  const commands: OrderCommand[] = [];
  for (const { market } of state.markets.values()) {
    const event = marketDue(market, now);
    if (event !== null) commands.push({ kind: 'market', marketId: market.id, event });
  }
  if (state.timers.topKey() <= now) commands.push({ kind: 'expire_due', at: now });
  return commands;
}
