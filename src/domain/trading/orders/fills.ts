import { add, subtract, usdt } from '../../money.ts';
import type { Usdt } from '../../money.ts';
import { fillBooked } from '../../ledger/exchange-entries.ts';
import type { FillMoney } from '../../ledger/exchange-entries.ts';
import { HOUSE, isHouse, LEFT } from './contract.ts';
import type { Counter } from './counters.ts';
import type { Draft } from './draft.ts';
import { matchedOrder, shrinkUncovered } from './ends.ts';
import type { Market } from './market.ts';
import type { Fill, FillKind, FillParty, Order } from './order.ts';
import { bought, sold } from './positions.ts';
import { costOf, feeOf, setsWorth } from './share-money.ts';
import { priceOfFirst, canonicalSide } from './canonical-side.ts';

const NOTHING = usdt(0n);

/** Matches `lots` of a taker with a counter, at the counter's price. Gives the taker's order after it, not yet rested. */
export function fillWith(
  draft: Draft,
  taker: Order,
  match: { readonly counter: Counter; readonly lots: number },
): Order {
  const market = draft.market(taker.marketId);
  if (market === null) throw new Error(`no market ${taker.marketId}`);
  const fill = fillOf(draft, { market, taker, ...match });
  draft.fills.push(fill);
  draft.putMarket({ ...market, fills: fill.no, volume: market.volume + fill.lots });
  if ('order' in match.counter) {
    const { turnover } = fill.maker;
    draft.putOrder(matchedOrder(match.counter.order, { lots: fill.lots, turnover }, fill.at));
  }
  const netted = [
    { party: fill.taker, lots: takePart(draft, { fill, party: fill.taker }) },
    { party: fill.maker, lots: takePart(draft, { fill, party: fill.maker }) },
  ];
  draft.post(
    fillBooked({
      realm: fill.realm,
      fillId: fill.id,
      market: draft.moment.accounts.market(fill.marketId),
      taker: moneyOf(draft, fill, fill.taker),
      maker: moneyOf(draft, fill, fill.maker),
      fee: fill.taker.fee,
      netted: netted
        .filter(({ lots }) => lots > 0)
        .map(({ party, lots }) => ({ owner: draft.accountsOf(party.userId, fill.realm), amount: setsWorth(lots) })),
    }),
  );
  for (const { party, lots } of netted) if (lots > 0) shrinkUncovered(draft, { ...fill, userId: party.userId });
  return {
    ...taker,
    filled: taker.filled + fill.lots,
    turnover: add(taker.turnover, fill.taker.turnover),
    fee: add(taker.fee, fill.taker.fee),
  };
}

function fillOf(
  draft: Draft,
  match: { readonly market: Market; readonly taker: Order; readonly counter: Counter; readonly lots: number },
): Fill {
  const { market, taker, counter, lots } = match;
  const at = draft.moment.now;
  const price = counter.price;
  const leaves = 'quote' in counter && counter.leaves === true;
  const fee = leaves ? NOTHING : feeOf(market.feeBps, price, lots);
  const takes = partyOf({ ...taker, orderId: taker.id }, { price, lots, fee });
  const makes =
    'order' in counter
      ? partyOf({ ...counter.order, orderId: counter.order.id }, { price, lots, fee: NOTHING })
      : partyOf(
          { orderId: null, userId: leaves ? LEFT : HOUSE, outcome: counter.quote.side === 'bid' ? 0 : 1, side: 'BUY' },
          { price, lots, fee: NOTHING },
        );
  const restedMs = 'order' in counter ? at - counter.order.placedAt : 0;
  return {
    id: `${taker.id}/${draft.fills.length + 1}`,
    marketId: market.id,
    realm: market.realm,
    no: market.fills + 1,
    kind: kindOf(takes, makes),
    price,
    lots,
    taker: takes,
    maker: makes,
    restedMs,
    bonus: bonusOf(draft, { market, takes, makes, restedMs }),
    at,
  };
}

function partyOf(
  said: Pick<FillParty, 'orderId' | 'userId' | 'outcome' | 'side'>,
  at: { readonly price: number; readonly lots: number; readonly fee: Usdt },
): FillParty {
  const { orderId, userId, outcome, side } = said;
  const price = priceOfFirst(outcome, at.price);
  return { orderId, userId, outcome, side, price, turnover: costOf(price, at.lots), fee: at.fee };
}

function kindOf(taker: FillParty, maker: FillParty): FillKind {
  if (taker.side !== maker.side) return 'transfer';
  return taker.side === 'BUY' ? 'mint' : 'melt';
}

/** The house maker earns none. */
function bonusOf(
  draft: Draft,
  at: { readonly market: Market; readonly takes: FillParty; readonly makes: FillParty; readonly restedMs: number },
): Usdt {
  const { market, takes, makes, restedMs } = at;
  if (isHouse(makes.userId)) return NOTHING;
  return draft.moment.bonusOf({
    kind: market.kind,
    marketId: market.id,
    makerId: makes.userId,
    takerId: takes.userId,
    makerSide: canonicalSide(makes),
    stake: makes.turnover,
    fee: takes.fee,
    restedMs,
  });
}

/** The holding of one party after a fill. Gives the lots of own sets that it made. */
function takePart(draft: Draft, at: { readonly fill: Fill; readonly party: FillParty }): number {
  const { fill, party } = at;
  const { marketId, realm, lots } = fill;
  const { userId, outcome, side, turnover, fee } = party;
  const before = draft.position({ marketId, realm, userId });
  const change =
    side === 'BUY'
      ? bought(before, { outcome, lots, paid: add(turnover, fee) })
      : sold(before, { outcome, lots, credit: subtract(turnover, fee) });
  const isMaker = party === fill.maker;
  draft.putPosition({
    ...change.position,
    reserved: before.reserved - (isMaker && side === 'SELL' ? lots : 0),
    fees: add(before.fees, fee),
    bonus: isMaker ? add(before.bonus, fill.bonus) : before.bonus,
  });
  if (change.ended !== null) draft.realised.push({ realm, userId, marketId, settled: false, ...change.ended });
  return change.netted;
}

function moneyOf(draft: Draft, fill: Fill, party: FillParty): FillMoney {
  const owner = draft.accountsOf(party.userId, fill.realm);
  return { owner, side: party.side, turnover: party.turnover, locksNow: party.orderId === null };
}
