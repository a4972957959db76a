import type { TradingEligibility } from '../../identity/trading-eligibility.ts';
import type { Usdt } from '../../money.ts';
import type { FieldFault, Refusal } from '../../refusals.ts';
import { SHARE_PRICES } from '../book/price-scale.ts';
import { standingGates } from '../eligibility-gates.ts';
import type { PlaceOrder } from './contract.ts';
import type { Draft } from './draft.ts';
import { MIN_AMOUNT, MIN_LOTS } from './market.ts';
import type { Market } from './market.ts';
import { isEnough, worstCost } from './order-needs.ts';
import { freeOf } from './positions.ts';
import { costOf } from './share-money.ts';

/** Most orders that one person has resting in a realm. */
export const MAX_RESTING = 500;

/** Amounts have at most two decimals, as stakes do. */
const AMOUNT_STEP = 10_000n;

const NO_LIMITS: TradingEligibility['limits'] = { stakeMax: null, lossDay: null, lossWeek: null, lossMonth: null };

/** Real money only: practice is bound by nothing but its own rules. Selling ends a risk, so that neither a loss limit nor staff hold it back. */
export function personGate(draft: Draft, command: PlaceOrder, feeBps: number): Refusal | null {
  return standingGate(draft, { ...command, stake: worstCost(command, feeBps) });
}

/** The same of whoever puts `stake` at risk (10^-6), or ends a risk. */
export function standingGate(
  draft: Draft,
  asked: Pick<PlaceOrder, 'realm' | 'userId' | 'eligibility' | 'side'> & {
    readonly stake: Usdt;
  },
): Refusal | null {
  const { realm, userId, side, stake } = asked;
  if (realm === 'demo') return null;
  const eligibility =
    asked.eligibility !== null && side === 'SELL'
      ? { ...asked.eligibility, limits: NO_LIMITS, restricted: false }
      : asked.eligibility;
  return standingGates(draft.state.losses, { userId, stake, eligibility }, draft.moment.now);
}

/** People whom an event names may not trade it; whoever leaves since its rules were clarified need not have said what a first order asks for. */
export function barGate(
  draft: Draft,
  { market, userId }: { readonly market: Market; readonly userId: string },
  may: { readonly leave: boolean } = { leave: false },
): Refusal | null {
  const bar = draft.moment.barOf(market, userId);
  return bar === null || (bar === 'unsaid' && may.leave) ? null : { code: 'EventRestricted', reason: bar };
}

/** Does the market take orders at this moment? A pause of a round is a stale feed. */
export function openGate(market: Market, now: number): Refusal | null {
  const ahead = now < market.opensAt && (market.status === 'SCHEDULED' || market.status === 'OPEN');
  if (ahead) return { code: 'MarketClosed', nextOpen: market.opensAt };
  if (market.status === 'PAUSED' && market.kind === 'round' && now < market.cutOffAt) return { code: 'PriceFeedError' };
  const open = market.status === 'OPEN' && now < market.cutOffAt;
  return open ? null : { code: 'MarketClosed', nextOpen: null };
}

/** Is the order one that a book can hold? */
export function formGate(draft: Draft, command: PlaceOrder): Refusal | null {
  const fields: Record<string, FieldFault> = {};
  const priceField = command.type === 'LIMIT' ? 'price' : 'worstPrice';
  const isBetween = SHARE_PRICES.levelOf(command.price) < 0;
  if (isBetween) fields[priceField] = 'step';
  const { lots, amount, timeInForce, type, expiresAt } = command;
  if ((lots === null) === (amount === null)) fields['shares'] = 'malformed';
  if (amount !== null && (type !== 'MARKET' || command.side !== 'BUY')) fields['amount'] = 'malformed';
  if (amount !== null && amount % AMOUNT_STEP !== 0n) fields['amount'] = 'decimals';
  const free = freeOf(draft.position(command), command.outcome);
  if (lots !== null && !isEnough(command.side, lots, free)) fields['shares'] = 'too_small';
  if (lots !== null && (!Number.isSafeInteger(lots) || lots < 1)) fields['shares'] = 'malformed';
  const rest = timeInForce === 'GTC' || timeInForce === 'GTD';
  if (type === 'MARKET' && rest) fields['timeInForce'] = 'malformed';
  if (command.postOnly && !rest) fields['postOnly'] = 'malformed';
  if ((timeInForce === 'GTD') !== (expiresAt !== null))
    fields['expiresAt'] = expiresAt === null ? 'missing' : 'unknown';
  else if (expiresAt !== null && expiresAt <= draft.moment.now) fields['expiresAt'] = 'too_small';
  if (Object.keys(fields).length === 0) return null;
  return {
    code: 'InvalidRequest',
    fields,
    ...(isBetween ? { steps: { [priceField]: SHARE_PRICES.stepAt(command.price) } } : {}),
  };
}

/** Smallest and largest cost of an order. */
export function costGate(command: PlaceOrder, at: { readonly market: Market; readonly max: Usdt }): Refusal | null {
  if (command.side === 'SELL') return null;
  const cost = worstCost(command, at.market.feeBps);
  const min = command.amount === null ? costOf(command.price, MIN_LOTS) : MIN_AMOUNT;
  return cost < min || cost > at.max ? { code: 'StakeLimit', min, max: at.max } : null;
}

/** Only shares that are held, and in no other sell order. */
export function sharesGate(draft: Draft, command: PlaceOrder): Refusal | null {
  if (command.side === 'BUY') return null;
  const free = freeOf(draft.position(command), command.outcome);
  return (command.lots ?? 0) > free ? { code: 'OrderRejected', reason: 'no_shares' } : null;
}
