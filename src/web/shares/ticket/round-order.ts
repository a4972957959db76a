import { toDecimal } from '#domain/money.ts';
import type { OrderBody } from '#protocol/exchange.ts';
import { figuresOf, type RoundScene, type RoundTicket } from './round-ticket.ts';
import { priceText, sharesText } from './share-math.ts';
import { needsOf } from './ticket-needs.ts';

/** When an order for a set time ends (wall ms); null: with its round, or at once. */
export function endOf(ticket: Pick<RoundTicket, 'life' | 'goodForSec' | 'until'>, now: number): number | null {
  if (ticket.life !== 'GTD') return null;
  if (ticket.goodForSec !== null) return now + ticket.goodForSec * 1000;
  return ticket.until === null ? null : Date.parse(ticket.until);
}

/** The order a tap sends; `now` in ms for the end of GTD. Call it only without a problem. */
export function orderOf(
  ticket: RoundTicket,
  scene: RoundScene,
  target: { readonly marketId: string; readonly now: number },
): OrderBody {
  const needs = needsOf(ticket, figuresOf(ticket, scene));
  const shared = { marketId: target.marketId, outcome: ticket.outcome, side: ticket.side };
  const shares = sharesText(needs.lots ?? 0);
  if (ticket.kind === 'market') {
    const size = needs.amount === null ? { shares } : { amount: toDecimal(needs.amount, 2) };
    return { ...shared, type: 'MARKET', ...size, worstPrice: priceText(needs.price) };
  }
  const end = endOf(ticket, target.now);
  return {
    ...shared,
    type: 'LIMIT',
    price: priceText(needs.price),
    shares,
    timeInForce: ticket.life,
    ...(end === null ? {} : { expiresAt: new Date(end).toISOString() }),
    ...(needs.postOnly ? { postOnly: true } : {}),
  };
}
