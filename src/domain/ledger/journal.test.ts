import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { accountId, worldOf } from './account-id.ts';
import {
  demoTopUp,
  predictionLost,
  predictionPlaced,
  predictionReturned,
  predictionWon,
  sandboxBankroll,
} from './entries.ts';
import { compareIds, effectsOf, journalFault } from './journal.ts';
import type { Journal, Transfer } from './journal.ts';

const demo = (no: bigint) => accountId({ realm: 'demo', asset: 'USDT' }, no);
const real = (no: bigint) => accountId({ realm: 'real', asset: 'USDT' }, no);
const CASH = demo(1n);
const LOCKED = demo(2n);
const PNL = demo(3n);
const stake = usdt(10_000_000n);
const money = { realm: 'demo', predictionId: 'p1', cash: CASH, locked: LOCKED, stake } as const;

function journalOf(transfer: Partial<Transfer>, over: Partial<Journal> = {}): Journal {
  const whole = { code: 180, debit: CASH, credit: LOCKED, amount: stake, ...transfer };
  return { realm: 'demo', kind: 'k', refType: 't', refId: 'r', transfers: [whole], ...over };
}

describe('account id', () => {
  it('carries realm and asset in its top bits', () => {
    expect(accountId({ realm: 'real', asset: 'USDT' }, 5n)).toBe(((1n << 56n) | (1n << 48n) | 5n).toString());
    expect(worldOf(real(9n))).toBe(worldOf(real(1n)));
    expect(worldOf(real(9n))).not.toBe(worldOf(demo(9n)));
  });

  it('stays a positive 64-bit integer', () => {
    expect(BigInt(demo((1n << 48n) - 1n))).toBeLessThan(1n << 63n);
  });

  it.each([0n, -1n, 1n << 48n])('refuses the sequence %d', (sequence) => {
    expect(() => demo(sequence)).toThrow(RangeError);
  });
});

describe('a journal', () => {
  it.each<[string, Journal]>([
    ['a journal without transfers', journalOf({}, { transfers: [] })],
    ['a journal without its natural key', journalOf({}, { kind: '' })],
    ['a journal without its natural key', journalOf({}, { refType: '' })],
    ['a journal without its natural key', journalOf({}, { refId: '' })],
    ['a transfer of 0', journalOf({ amount: usdt(0n) })],
    ['a transfer of -1', journalOf({ amount: usdt(-1n) })],
    [`a transfer of ${1n << 63n}, more than a column holds`, journalOf({ amount: usdt(1n << 63n) })],
    [`a transfer from ${CASH} to itself`, journalOf({ credit: CASH })],
    ['a transfer between two worlds', journalOf({ credit: real(1n) })],
    ['a transfer outside the realm real', journalOf({}, { realm: 'real' })],
  ])('with %s is faulty', (fault, journal) => {
    expect(journalFault(journal)).toBe(fault);
  });

  it('takes the largest amount that a column holds', () => {
    expect(journalFault(journalOf({ amount: usdt((1n << 63n) - 1n) }))).toBeNull();
  });

  it('of a prediction is sound at each end', () => {
    const ends = [
      predictionPlaced(money),
      predictionWon({ ...money, profit: usdt(8_200_000n), pnl: PNL }),
      predictionLost({ ...money, pnl: PNL }),
      predictionReturned(money),
    ];
    expect(ends.map(journalFault)).toEqual([null, null, null, null]);
  });
});

describe('entries of a prediction', () => {
  const after = (...journals: readonly Journal[]) => {
    const effects = effectsOf(journals.flatMap((journal) => journal.transfers));
    return new Map(effects.map((effect) => [effect.id, effect.credits - effect.debits]));
  };

  it('a win brings back the stake and the profit', () => {
    const profit = usdt(8_200_000n);
    const totals = after(predictionPlaced(money), predictionWon({ ...money, profit, pnl: PNL }));
    expect([totals.get(CASH), totals.get(LOCKED), totals.get(PNL)]).toEqual([8_200_000n, 0n, -8_200_000n]);
  });

  it('a win without profit writes no transfer of zero', () => {
    expect(predictionWon({ ...money, profit: usdt(0n), pnl: PNL }).transfers).toHaveLength(1);
  });

  it('a loss gives the stake to the house', () => {
    const totals = after(predictionPlaced(money), predictionLost({ ...money, pnl: PNL }));
    expect([totals.get(CASH), totals.get(LOCKED), totals.get(PNL)]).toEqual([-10_000_000n, 0n, 10_000_000n]);
  });

  it('a tie or void leaves no trace in the balances', () => {
    expect([...after(predictionPlaced(money), predictionReturned(money)).values()]).toEqual([0n, 0n]);
  });

  it('each end has the same natural key, so that only one of them can be posted', () => {
    const key = (journal: Journal) => [journal.realm, journal.kind, journal.refType, journal.refId].join();
    const ends = [
      predictionWon({ ...money, profit: stake, pnl: PNL }),
      predictionLost({ ...money, pnl: PNL }),
      predictionReturned(money),
    ];
    expect(new Set(ends.map(key)).size).toBe(1);
    expect(key(predictionPlaced(money))).not.toBe(key(predictionReturned(money)));
  });
});

describe('house money', () => {
  const top = (cash: bigint, target: bigint) =>
    demoTopUp({ refId: 'r', accounts: { cash: CASH, mint: PNL }, cash: usdt(cash), target: usdt(target) })
      ?.transfers[0];

  it('tops up from the mint, takes back to it, and does nothing at the target', () => {
    expect(top(4n, 10n)).toMatchObject({ code: 350, debit: PNL, credit: CASH, amount: 6n });
    expect(top(14n, 10n)).toMatchObject({ code: 350, debit: CASH, credit: PNL, amount: 4n });
    expect(top(10n, 10n)).toBeUndefined();
  });

  it('gives a sandbox its bank roll under one key', () => {
    const journal = sandboxBankroll({ bank: real(1n), houseBank: real(2n), amount: stake });
    expect(journalFault(journal)).toBeNull();
    expect(journal.transfers[0]).toMatchObject({ code: 420, debit: real(1n), credit: real(2n) });
  });
});

describe('effects of a batch', () => {
  const transfers = fc.array(
    fc.record({ debit: fc.bigInt(1n, 9n), credit: fc.bigInt(1n, 9n), amount: fc.bigInt(1n, 10n ** 12n) }),
    { maxLength: 40 },
  );

  it('name each account once, in ascending order, and conserve the sum', () => {
    fc.assert(
      fc.property(transfers, (drawn) => {
        const legs = drawn.map((leg) => ({
          code: 180,
          debit: demo(leg.debit),
          credit: demo(leg.credit),
          amount: usdt(leg.amount),
        }));
        const effects = effectsOf(legs);
        const ids = effects.map((effect) => BigInt(effect.id));
        const sum = (of: (effect: (typeof effects)[number]) => bigint) =>
          effects.reduce((total, e) => total + of(e), 0n);
        const whole = legs.reduce((total, leg) => total + leg.amount, 0n);
        expect(ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0n))).toBe(true);
        expect([sum((e) => e.debits), sum((e) => e.credits)]).toEqual([whole, whole]);
      }),
    );
  });

  it('orders ids as numbers, whatever their length', () => {
    expect(['10', '9', '100', '11'].toSorted(compareIds)).toEqual(['9', '10', '11', '100']);
    expect([compareIds('12', '12'), compareIds('12', '13'), compareIds('13', '12')]).toEqual([0, -1, 1]);
  });
});
