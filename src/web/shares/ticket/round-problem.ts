import { add, type Usdt } from '#domain/money.ts';
import { worstCost } from '#domain/trading/orders/order-needs.ts';
import { figuresOf, limitPrice, type RoundScene, type RoundTicket } from './round-ticket.ts';
import { isPrice, parseMoney, parseShares } from './share-math.ts';
import { costProblem, needsOf, sizeProblem } from './ticket-needs.ts';

export type RoundProblem =
  | 'reconnecting'
  | 'marketClosed'
  | 'offline'
  | 'paused'
  | 'roundClosed'
  | 'notYet'
  | 'noQuotes'
  | 'priceMissing'
  | 'priceStep'
  | 'sizeMissing'
  | 'tooFew'
  | 'soldWhole'
  | 'tooLittle'
  | 'tooMuch'
  | 'noShares'
  | 'wouldCross'
  | 'notAllNow'
  | 'noBalance';

/** Problems of the round: the button carries the reason. The others say what to fix. */
export const BLOCKING_ROUND: ReadonlySet<RoundProblem> = new Set([
  'reconnecting',
  'marketClosed',
  'offline',
  'paused',
  'roundClosed',
  'notYet',
]);

/** Whether a book takes orders: it does, it does not for now, or it never will again. */
export type BookStand = 'open' | 'rests' | 'over';

const RESTS: ReadonlySet<RoundProblem> = new Set(['marketClosed', 'offline', 'paused']);

export function standOf(problem: RoundProblem | null): BookStand {
  if (problem === 'roundClosed') return 'over';
  return problem !== null && RESTS.has(problem) ? 'rests' : 'open';
}

/** The first thing that stands in the way, in the order of the server's gates; null when a tap can go out. */
export function roundProblem(ticket: RoundTicket, scene: RoundScene): RoundProblem | null {
  const market = problemOfMarket(scene);
  if (market !== null) return market;
  const price = ticket.kind === 'limit' ? limitPrice(ticket) : null;
  if (ticket.kind === 'limit' && price === null) return 'priceMissing';
  if (price !== null && !isPrice(price)) return 'priceStep';
  if (ticket.size.by === 'money' ? parseMoney(ticket.size.text) === null : parseShares(ticket.size.text) === null) {
    return 'sizeMissing';
  }
  return problemOfSize(ticket, scene);
}

function problemOfMarket(scene: RoundScene): RoundProblem | null {
  if (scene.pairStatus === 'closed') return 'marketClosed';
  if (!scene.connected) return 'reconnecting';
  if (scene.pairStatus === 'offline') return 'offline';
  if (scene.phase === 'paused') return 'paused';
  if (scene.phase === 'closed') return 'roundClosed';
  return scene.phase === 'early' ? 'notYet' : null;
}

function problemOfSize(ticket: RoundTicket, scene: RoundScene): RoundProblem | null {
  const levels = (ticket.side === 'BUY' ? scene.book?.sellers : scene.book?.buyers) ?? [];
  if (ticket.kind === 'market' && levels.length === 0) return 'noQuotes';
  const figures = figuresOf(ticket, scene);
  const money = parseMoney(ticket.size.text);
  if (ticket.size.by === 'money' ? money === 0n : parseShares(ticket.size.text) === 0) return 'sizeMissing';
  const needs = needsOf(ticket, figures);
  if (needs.amount !== null && needs.amount < scene.minAmount) return 'tooLittle';
  const size = sizeProblem(needs, scene.free);
  if (size !== null) return size;
  if (needs.postOnly && figures.taken > 0) return 'wouldCross';
  if (ticket.kind === 'limit' && ticket.life === 'FOK' && figures.taken < (needs.lots ?? 0)) return 'notAllNow';
  return costProblem(needs, scene);
}

/** What has to be there in cash where the order would take less than there is, 10^-6: to be told; null where nothing is lacking, or even that. */
export function cashAsked(ticket: RoundTicket, scene: RoundScene): Usdt | null {
  const figures = figuresOf(ticket, scene);
  const worst = worstCost(needsOf(ticket, figures), scene.feeBps);
  const { cash } = scene;
  return cash !== null && add(figures.cost, figures.fee) <= cash && worst > cash ? worst : null;
}
