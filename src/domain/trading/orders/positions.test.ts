import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '../../money.ts';
import { bought, freeOf, heldOf, noPosition, sold } from './positions.ts';

const NONE = noPosition({ marketId: 'm', realm: 'demo', userId: 'ann' });
const buy = (outcome: 0 | 1, lots: number, paid: bigint) => ({ outcome, lots, paid: usdt(paid) });

describe('a holding', () => {
  it('is one signed number', () => {
    expect(bought(NONE, buy(0, 500, 2_000_000n)).position).toMatchObject({ lots: 500, cost: 2_000_000n });
    const other = bought(NONE, buy(1, 500, 2_000_000n)).position;
    expect([other.lots, heldOf(other, 1), heldOf(other, 0)]).toEqual([-500, 500, 0]);
  });

  it('frees what no sell order holds', () => {
    expect(freeOf({ ...NONE, lots: -500, reserved: 200 }, 1)).toBe(300);
    expect(freeOf({ ...NONE, lots: -500, reserved: 200 }, 0)).toBe(0);
  });

  it('gives sets back as soon as it has both outcomes, the oldest cost in parts', () => {
    const has = bought(NONE, buy(0, 300, 1_000_000n)).position;
    const change = bought(has, buy(1, 100, 550_000n));
    expect(change).toEqual({
      position: { ...has, lots: 200, cost: 666_667n, gained: 1_000_000n - 333_333n - 550_000n },
      netted: 100,
      ended: { lots: 100, cost: 883_333n, credit: 1_000_000n },
    });
  });

  it('turns to the other outcome when more of it is bought than was held', () => {
    const has = bought(NONE, buy(1, 300, 1_000_000n)).position;
    const change = bought(has, buy(0, 500, 3_000_000n));
    expect(change).toMatchObject({
      position: { lots: 200, cost: 1_200_000n, gained: 200_000n },
      netted: 300,
      ended: { lots: -300, cost: 2_800_000n, credit: 3_000_000n },
    });
  });

  it('sells at its average cost, and never what it has not', () => {
    const has = bought(NONE, buy(1, 300, 1_000_000n)).position;
    expect(sold(has, { outcome: 1, lots: 100, credit: usdt(400_000n) })).toMatchObject({
      position: { lots: -200, cost: 666_667n, gained: 66_667n },
      ended: { lots: -100, cost: 333_333n, credit: 400_000n },
    });
    expect(() => sold(has, { outcome: 1, lots: 301, credit: usdt(1n) })).toThrow('sells 301 lots of 300');
    expect(() => sold(has, { outcome: 0, lots: 1, credit: usdt(1n) })).toThrow('sells 1 lots of 0');
  });

  it('loses no unit of cost: paid = what is held + what was given up', () => {
    const trade = fc.record({
      outcome: fc.constantFrom<0 | 1>(0, 1),
      lots: fc.integer({ min: 1, max: 999 }),
      price: fc.integer({ min: 1, max: 999 }),
    });
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 30 }), (trades) => {
        let position = NONE;
        let paid = 0n;
        let ended = 0n;
        for (const { outcome, lots, price } of trades) {
          const cost = BigInt(lots * price * 10);
          const held = heldOf(position, outcome);
          const change =
            held >= lots && price % 2 === 0
              ? sold(position, { outcome, lots, credit: usdt(cost) })
              : bought(position, buy(outcome, lots, cost));
          if (change.ended === null || change.netted > 0) paid += cost;
          ended += change.ended?.cost ?? 0n;
          position = change.position;
          expect(position.cost + ended).toBe(paid);
          expect(position.lots === 0 ? position.cost : 0n).toBe(0n);
        }
      }),
    );
  });
});
