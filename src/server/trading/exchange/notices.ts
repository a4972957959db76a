import { HOUSE, isHouse } from '#domain/trading/orders/contract.ts';
import type { Bus } from '#server/bus/index.ts';
import type {} from '../contract.ts';
import { fillWire, orderWire, positionWire, publicFillWire } from '../exchange-wire.ts';
import type { MarketFacts } from '../exchange-wire.ts';
import { positionKey } from './effects.ts';
import type { ExchangeEffects } from './effects.ts';
import type { ExchangeMemory } from './memory.ts';

/** Tells everyone what a stored batch did: owners of their orders, fills and holdings, the public of fills and books. */
export function tellExchange(
  bus: Bus,
  {
    effects,
    memory,
    linkedTo,
  }: {
    readonly effects: ExchangeEffects;
    readonly memory: ExchangeMemory;
    /** The books whose quotes follow from what is held of this one too. */
    readonly linkedTo: (marketId: string) => readonly string[];
  },
): void {
  const facts = factsIn(effects, memory);
  tellOwners(bus, effects, facts);
  const touched = new Set([
    ...effects.markets.map(({ market }) => market.id),
    ...effects.orders.map((one) => one.marketId),
  ]);
  for (const marketId of touched) {
    const { market } = facts(marketId);
    const { realm } = market;
    const fills = effects.fills.filter((fill) => fill.marketId === marketId);
    if (fills.length > 0) {
      bus.publish('exchange.fills', { realm, marketId, fills: fills.map((fill) => publicFillWire(fill, { market })) });
    }
    bus.publish('exchange.book', { realm, marketId, seq: memory.changed(marketId) });
  }
  const ofHouse = effects.positions.filter(({ userId }) => userId === HOUSE);
  for (const { realm, marketId: traded } of ofHouse) {
    for (const marketId of linkedTo(traded).filter((id) => !touched.has(id)))
      bus.publish('exchange.book', { realm, marketId, seq: memory.changed(marketId) });
  }
}

function tellOwners(bus: Bus, effects: ExchangeEffects, facts: (marketId: string) => MarketFacts): void {
  for (const order of effects.orders) {
    const { userId, realm } = order;
    bus.publish('exchange.order', { userId, realm, order: orderWire(order, facts(order.marketId)) });
  }
  for (const fill of effects.fills) {
    for (const role of ['taker', 'maker'] as const) {
      const { userId } = fill[role];
      if (isHouse(userId)) continue;
      bus.publish('exchange.fill', {
        userId,
        realm: fill.realm,
        fill: fillWire(fill, role, facts(fill.marketId)),
      });
    }
  }
  const paid = new Map(effects.realised.flatMap((one) => (one.settled ? [[positionKey(one), one] as const] : [])));
  for (const position of effects.positions) {
    const { userId, realm, marketId } = position;
    if (isHouse(userId)) continue;
    const end = paid.get(positionKey(position));
    const { lots, reserved, cost } = position;
    const holding =
      end === undefined
        ? { lots, reserved, cost, credit: null }
        : { lots: end.lots, reserved: 0, cost: end.cost, credit: end.credit };
    bus.publish('exchange.position', { userId, realm, position: positionWire(holding, facts(marketId)) });
  }
}

function factsIn({ markets }: ExchangeEffects, memory: ExchangeMemory): (marketId: string) => MarketFacts {
  const here = new Map(markets.map(({ market, frame }) => [market.id, { market, round: frame.round }]));
  return (marketId) => {
    const known = here.get(marketId);
    if (known !== undefined) return known;
    const market = memory.state.markets.get(marketId)?.market;
    const frame = memory.frames.get(marketId);
    if (market === undefined || frame === undefined) throw new Error(`no market ${marketId}`);
    return { market, round: frame.round };
  };
}
