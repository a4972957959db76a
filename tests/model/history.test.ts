import { beforeEach, expect, it } from 'vitest';
import { HistoryModel } from './history-model.ts';

const STAKE = 10_000_000n;

let model: HistoryModel;

beforeEach(() => {
  model = new HistoryModel();
  for (const person of ['ann', 'ben']) model.ledger.move('outside', `cash:${person}`, 20_000_000n);
});

function place(id: string, person = 'ann', stake = STAKE): void {
  model.place({ id, person, stake, payoutBps: 8_000 });
}

function fill(no: number, change: object = {}): void {
  const taker = { person: 'ann', outcome: 0, side: 'BUY' };
  const maker = { person: 'ben', outcome: 1, side: 'BUY' };
  // 6 % of 10 shares x 0.4 x 0.6.
  model.fill({ marketId: 'm', no, price: 400, lots: 1_000, fee: 144_000n, taker, maker, ...change });
}

it('follows what can have happened, down to the last unit', () => {
  place('a');
  place('b', 'ben');
  model.close(1);
  model.end('a', 'WIN', 18_000_000n);
  model.end('b', 'SOLD', 7_500_000n);
  model.rest({ id: 'o', person: 'ben', outcome: 1, side: 'BUY', price: 600 }, 1_000);
  model.close(2);
  model.rest({ id: 'o', person: 'ben', outcome: 1, side: 'BUY', price: 600 }, 0);
  fill(1);
  model.close(3);
  expect([...model.settle('m', 1_000, 'earned')]).toEqual([
    ['ann', 10_000_000n],
    ['ben', 0n],
  ]);
  model.close(4);
  expect(model.faults).toEqual([]);
  expect(model.ledger.of('cash:ann')).toBe(28_000_000n - 4_000_000n - 144_000n + 10_000_000n);
  expect(model.ledger.of('cash:ben')).toBe(17_500_000n - 6_000_000n);
  expect(model.ledger.of('pnl')).toBe(-8_000_000n + 2_500_000n);
  expect(model.ledger.of('fees')).toBe(144_000n);
  expect(model.ledger.total()).toBe(0n);
});

it('gives back a void market with its fees', () => {
  fill(1);
  expect([...model.settle('m', 400, 'back').values()]).toEqual([4_144_000n, 6_000_000n]);
  model.close(1);
  expect(model.faults).toEqual([]);
  expect(model.ledger.of('cash:ann')).toBe(20_000_000n);
});

it('pays whoever holds both halves of a set at once', () => {
  fill(1);
  fill(2, {
    taker: { person: 'ann', outcome: 1, side: 'BUY' },
    maker: { person: 'ben', outcome: 1, side: 'SELL' },
  });
  model.close(1);
  expect(model.faults).toEqual([]);
  expect(model.ledger.of('pool:m')).toBe(0n);
});

it.each([
  ['placed twice', () => (place('a'), place('a'))],
  ['placed with money that is not there', () => place('a', 'ann', 30_000_000n)],
  ['ended twice', () => (place('a'), model.end('a', 'LOSE', 0n), model.end('a', 'LOSE', 0n))],
  ['ended without a beginning', () => model.end('a', 'VOID', STAKE)],
  ['won for a unit more', () => (place('a'), model.end('a', 'WIN', 18_000_001n))],
  ['a tie that keeps the stake', () => (place('a'), model.end('a', 'TIE', 0n))],
  ['sold for more than it could win', () => (place('a'), model.end('a', 'SOLD', 18_000_001n))],
  ['a fill that is missing', () => fill(2)],
  ['a fee that is rounded down', () => fill(1, { fee: 143_999n })],
  ['sold without having it', () => fill(1, { maker: { person: 'ben', outcome: 0, side: 'SELL' } })],
  ['bought with money that is not there', () => (fill(1, { lots: 4_000, fee: 576_000n }), model.close(1))],
])('notices what cannot have happened: %s', (_name, happen) => {
  happen();
  expect(model.faults).toHaveLength(1);
});
