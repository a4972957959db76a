import type { MoveSets } from '#domain/trading/orders/contract.ts';
import { dueCommands } from '#domain/trading/orders/due.ts';
import { linkedPool } from '#domain/trading/orders/linked.ts';
import type { LinkedEnd, LinkedShares } from '#domain/trading/orders/linked.ts';
import { ExchangeWorld, HOUR, NOW, roundOf } from './exchange-world.ts';

export const CUP = 'cup';
export const UNIT = 1_000_000n;
export const FUNDS = 1_000n * UNIT;
export const PEOPLE = ['ann', 'ben', 'cleo'] as const;
export const named = (count: number) => Array.from({ length: count }, (_, at) => `team${at}`);

/** Linked books of a cup, and one that stands alone; each of the people has money. */
export function cupOf(count: number): ExchangeWorld {
  const books = named(count).map((id) =>
    roundOf({
      id,
      kind: 'event',
      pairId: null,
      linkedTo: CUP,
      outcomes: ['YES', 'NO'],
    }),
  );
  const data = new ExchangeWorld(...books, roundOf({ id: 'alone' }));
  for (const who of PEOPLE) data.fund(who, FUNDS);
  return data;
}

let ids = 0;
/** Somebody asks for a move of full sets: 10 made, unless the test says otherwise. */
export function move(data: ExchangeWorld, userId: string, changes: Partial<MoveSets> = {}) {
  const books = [...data.schedule.values()].filter(({ linkedTo }) => linkedTo === CUP).map(({ id }) => id);
  const asked = {
    kind: 'sets',
    id: `s${(ids += 1)}`,
    realm: 'demo',
    userId,
    marketId: 'team0',
    books,
  } as const;
  return data.do({
    ...asked,
    move: 'mint',
    lots: 1_000,
    eligibility: null,
    ...changes,
  });
}

/** What each person holds of each book, + YES and - NO. */
export const lotsOf = (data: ExchangeWorld, userId: string) =>
  [...data.schedule.keys()]
    .filter((id) => id.startsWith('team'))
    .map((id) => data.tables.positions.get(`${id} ${userId}`)?.lots ?? 0);

/** What the pool must hold, lots of 1.00. */
export function owed(data: ExchangeWorld): number {
  const shares = [...data.schedule.values()]
    .filter(({ linkedTo }) => linkedTo === CUP)
    .map(({ id }): LinkedShares => {
      const held = [...data.tables.positions.values()].filter(({ marketId }) => marketId === id);
      const of = (sign: 1 | -1) => held.reduce((sum, { lots }) => sum + Math.max(0, sign * lots), 0);
      return { yes: of(1), no: of(-1) };
    });
  return linkedPool(shares);
}

/** The hour of the books is over. */
export function over(data: ExchangeWorld): void {
  data.now = NOW + 2 * HOUR;
  for (let due = dueCommands(data.state, data.now); due.length > 0; due = dueCommands(data.state, data.now))
    for (const command of due) data.do(command);
}

export const settle = (count: number, end: LinkedEnd) =>
  ({
    kind: 'settle_linked',
    linkedTo: CUP,
    realm: 'demo',
    books: named(count),
    end,
  }) as const;
