import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '../../money.ts';
import { STANDARD_VALUES } from '../../settings/settings.ts';
import { SHARE_PRICES } from '../book/price-scale.ts';
import { costOf } from '../orders/share-money.ts';
import { timesOf } from '../rounds/windows.ts';
import { canQuote, MAKER_LOSS_CAP, MAKER_STYLE, quoteRound, worthOf } from './quotes.ts';
import type { MakerInventory, RoundQuoting } from './quotes.ts';

const TIMES = timesOf({ windowSec: 300, startMs: 1_763_650_800_000 });
const PRICE = 6_500_000;
const FLAT: MakerInventory = { lots: 0, cost: usdt(0n), realised: usdt(0n) };
const CAP = MAKER_LOSS_CAP.round;

/** A moment `sinceStart` ms after the start, the opening average `off` below the price. */
function quoting(sinceStart: number, change: Partial<RoundQuoting> & { readonly off?: number } = {}): RoundQuoting {
  const { off = 0, ...rest } = change;
  const now = TIMES.startMs + sinceStart;
  const start = sinceStart >= 0 ? BigInt(PRICE - off) * BigInt(TIMES.averagingMs) : 0n;
  const known = { at: now, start, end: 0n };
  return { times: TIMES, now, fresh: true, price: PRICE, known, sigma: 3e-5, inventory: FLAT, lossCap: CAP, ...rest };
}

function bestOf(round: RoundQuoting): { bid: number | null; ask: number | null } {
  const quotes = quoteRound(round);
  return {
    bid: quotes.find(({ side }) => side === 'bid')?.price ?? null,
    ask: quotes.find(({ side }) => side === 'ask')?.price ?? null,
  };
}

const moments = fc
  .record({
    sinceStart: fc.integer({ min: 0, max: 269_999 }),
    off: fc.integer({ min: -9_000, max: 9_000 }),
    sigma: fc.double({ min: 1e-6, max: 1e-3, noNaN: true }),
    lots: fc.integer({ min: -20_000, max: 20_000 }),
    realised: fc.integer({ min: -100_000_000, max: 100_000_000 }),
    paid: fc.integer({ min: 1, max: 999 }),
  })
  .map(({ sinceStart, off, sigma, lots, realised, paid }) => {
    const inventory = { lots, cost: usdt(BigInt(Math.abs(lots) * paid * 10)), realised: usdt(BigInt(realised)) };
    return quoting(sinceStart, { off, sigma, inventory });
  });

describe('the house maker', () => {
  it('quotes both sides of one half before the start, in several levels', () => {
    const quotes = quoteRound(quoting(-200_000));
    expect(bestOf(quoting(-200_000))).toEqual({ bid: 490, ask: 510 });
    expect(quotes.map(({ side }) => side)).toEqual(['bid', 'bid', 'bid', 'ask', 'ask', 'ask']);
  });

  it.each([
    ['before the round takes orders', quoting(-300_001)],
    ['on a stale feed', quoting(1_000, { fresh: false })],
    ['without a price', quoting(1_000, { price: null })],
    ['when an averaging window has a fault', quoting(1_000, { known: null })],
    ['once the closing window has begun', quoting(270_000)],
  ])('says nothing %s', (_when, round) => {
    expect(quoteRound(round)).toEqual([]);
  });

  it('speaks until the ms before the closing window', () => {
    expect(quoteRound(quoting(269_999))).not.toEqual([]);
  });

  it('follows the fair value', () => {
    const above = bestOf(quoting(150_000, { off: 2_000 }));
    const below = bestOf(quoting(150_000, { off: -2_000 }));
    expect(above.bid).toBeGreaterThan(600);
    expect(below.ask).toBeLessThan(400);
  });

  it('widens when the price could run away from it', () => {
    const width = (sinceStart: number) => {
      const { bid, ask } = bestOf(quoting(sinceStart));
      return ask! - bid!;
    };
    expect(width(260_000)).toBeGreaterThan(width(-200_000));
  });

  it('leans against what it holds, so that the other side is taken first', () => {
    const long = { lots: 10_000, cost: usdt(48_000_000n), realised: usdt(0n) };
    const short = { lots: -10_000, cost: usdt(48_000_000n), realised: usdt(0n) };
    const flat = bestOf(quoting(-200_000));
    expect(bestOf(quoting(-200_000, { inventory: long })).ask).toBeLessThan(flat.ask!);
    expect(bestOf(quoting(-200_000, { inventory: short })).bid).toBeGreaterThan(flat.bid!);
  });

  it('stops buying what it would lose too much on, and goes on selling it', () => {
    const full = { lots: 20_000, cost: CAP, realised: usdt(0n) };
    const quotes = quoteRound(quoting(-200_000, { inventory: full }));
    expect(new Set(quotes.map(({ side }) => side))).toEqual(new Set(['ask']));
  });

  it('never offers what is nearly worthless below its worth: one side is empty at the edges', () => {
    const sure = quoteRound(quoting(260_000, { off: 60_000 }));
    expect(sure.every(({ side, price }) => side === 'bid' && price <= MAKER_STYLE.highest)).toBe(true);
    expect(sure).not.toEqual([]);
  });

  it('quotes on the price steps, best first, never crossed, from 0.01 to 0.99', () => {
    fc.assert(
      fc.property(moments, (round) => {
        const quotes = quoteRound(round);
        const bids = quotes.filter(({ side }) => side === 'bid').map(({ price }) => price);
        const asks = quotes.filter(({ side }) => side === 'ask').map(({ price }) => price);
        for (const price of [...bids, ...asks]) {
          expect(SHARE_PRICES.levelOf(price)).toBeGreaterThanOrEqual(0);
          expect(price >= 10 && price <= 990).toBe(true);
        }
        expect(bids).toEqual([...new Set(bids)].sort((a, b) => b - a));
        expect(asks).toEqual([...new Set(asks)].sort((a, b) => a - b));
        expect((bids[0] ?? 0) < (asks[0] ?? 1_000)).toBe(true);
        expect(quotes.every(({ lots }) => Number.isInteger(lots) && lots >= MAKER_STYLE.leastLots)).toBe(true);
      }),
    );
  });

  it('can pay for all of a side with the least money that it quotes with', () => {
    const least = (pays: bigint): boolean => !canQuote(usdt(CAP - 1n)) && canQuote(usdt(CAP)) && pays <= CAP;
    const gained = { lots: 0, cost: usdt(0n), realised: usdt(1_000_000_000n) };
    // Nearly sure of one outcome: each lot of it costs most.
    const dear = quoting(230_000, { off: 60_000, inventory: gained });
    fc.assert(
      fc.property(moments, (round) => {
        const quotes = quoteRound(round);
        const costs = (['bid', 'ask'] as const).map((side) =>
          quotes
            .filter((quote) => quote.side === side)
            .map(({ price, lots }) => costOf(side === 'bid' ? price : 1_000 - price, lots))
            .reduce((sum, cost) => sum + cost, 0n),
        );
        expect(costs.every(least)).toBe(true);
      }),
      { examples: [[dear]] },
    );
  });

  it('treats UP and DOWN alike: in the mirrored state the quotes are mirrored', () => {
    fc.assert(
      fc.property(moments, (round) => {
        const start = 2n * BigInt(PRICE) * BigInt(TIMES.averagingMs) - round.known!.start;
        const inventory = { ...round.inventory, lots: -round.inventory.lots };
        const [ours, theirs] = [bestOf(round), bestOf({ ...round, inventory, known: { ...round.known!, start } })];
        // A price that lies on a step in exact arithmetic may fall on either side of it in binary fractions.
        expect(Math.abs((ours.bid ?? 0) - (1_000 - (theirs.ask ?? 1_000)))).toBeLessThanOrEqual(10);
        expect(Math.abs((ours.ask ?? 1_000) - (1_000 - (theirs.bid ?? 0)))).toBeLessThanOrEqual(10);
      }),
    );
  });
});

/** A fill of a quote, as the exchange books it: sets net to cash at once. */
function filled(
  held: MakerInventory,
  side: 'bid' | 'ask',
  { price, lots }: { price: number; lots: number },
): MakerInventory {
  const own = side === 'bid' ? Math.max(0, -held.lots) : Math.max(0, held.lots);
  const closed = Math.min(own, lots);
  const paid = BigInt((side === 'bid' ? price : 1_000 - price) * 10);
  const freed = own === 0 ? 0n : (held.cost * BigInt(closed)) / BigInt(own);
  const gain = BigInt(closed) * 10_000n - freed - paid * BigInt(closed);
  return {
    lots: held.lots + (side === 'bid' ? lots : -lots),
    cost: usdt(held.cost - freed + paid * BigInt(lots - closed)),
    realised: usdt(held.realised + gain),
  };
}

describe('the loss cap', () => {
  it('holds whatever is filled, in whatever order and at whatever prices', () => {
    const step = fc.record({
      sinceStart: fc.integer({ min: -300_000, max: 269_999 }),
      off: fc.integer({ min: -9_000, max: 9_000 }),
      sigma: fc.double({ min: 1e-6, max: 1e-3, noNaN: true }),
      // Which of the quotes are hit, and how much of each, per mille.
      hits: fc.array(fc.record({ quote: fc.nat(5), share: fc.integer({ min: 1, max: 1_000 }) }), { maxLength: 6 }),
    });
    let closest = CAP;
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        let held = FLAT;
        for (const { sinceStart, off, sigma, hits } of steps) {
          const left = quoteRound(quoting(sinceStart, { off, sigma, inventory: held })).map((quote) => ({ ...quote }));
          for (const { quote: index, share } of hits) {
            const quote = left[index];
            if (quote === undefined) continue;
            const lots = Math.ceil((quote.lots * share) / 1_000);
            quote.lots -= lots;
            held = filled(held, quote.side, { price: quote.price, lots });
          }
          const { up, down } = worthOf(held);
          const worst = up < down ? up : down;
          expect(worst).toBeGreaterThanOrEqual(0n - CAP);
          if (CAP + worst < closest) closest = usdt(CAP + worst);
        }
      }),
      { numRuns: 300, seed: 4 },
    );
    // The cap is what stops it: some run came within 2 USDT of it.
    expect(closest).toBeLessThan(2_000_000n);
  });

  it('counts what was lost for good', () => {
    const burnt = { ...FLAT, realised: usdt(-99_000_000n) };
    const quotes = quoteRound(quoting(-200_000, { inventory: burnt }));
    const worst = quotes
      .filter(({ side }) => side === 'bid')
      .reduce((sum, { price, lots }) => sum + price * lots * 10, 0);
    expect(worst).toBeLessThanOrEqual(1_000_000);
    expect(quoteRound(quoting(-200_000, { inventory: { ...FLAT, realised: usdt(0n - CAP) } }))).toEqual([]);
  });

  it('is 100 a round and, unless staff says otherwise, 1,000 an event market', () => {
    const event = STANDARD_VALUES['maker.event_cap'];
    expect([MAKER_LOSS_CAP.round, event]).toEqual([100_000_000n, 1_000_000_000n]);
  });
});
