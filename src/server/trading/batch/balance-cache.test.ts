import { describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { AccountBook } from '../accounts.ts';
import type { Balance } from './balances.ts';
import { BalanceCache } from './balance-cache.ts';
import type { BatchWork } from './batch.ts';
import type { Opening } from './store-opening.ts';

const NOW = 1_000_000;
const [CASH, LOCKED] = ['1', '2'];
const BANK = usdt(5_000_000n);
const KNOWN = 'known';

const book = { of: () => ({ cash: CASH, locked: LOCKED }) } as unknown as AccountBook;
const person = (userId: string) => ({ userId, realm: 'real' as const });
const request = (userId: string, more: object = {}) => ({
  command: { kind: 'predict', input: { actor: person(userId) } },
  careful: false,
  ...more,
});
const end = (userId: string) => ({ open: { prediction: person(userId) } });

function openingOf(work: object, { now = NOW, bankAt = NOW }: { now?: number; bankAt?: number | null } = {}) {
  const cache = new BalanceCache();
  if (bankAt !== null) cache.found({ houseBank: BANK } as Opening, bankAt);
  cache.load([{ ...person(KNOWN), cash: usdt(7_000_000n), locked: usdt(1_000_000n) } as Balance]);
  const nothing = { requests: [], markets: [], scheduled: [] };
  const life = { entered: [], finished: [], checkpoints: [], ...('life' in work ? (work.life as object) : {}) };
  return cache.openingFor({ ...nothing, ...work, life } as unknown as BatchWork, book, now);
}

const REMEMBERED = {
  fence: true,
  balances: new Map([
    [CASH, 7_000_000n],
    [LOCKED, 1_000_000n],
  ]),
  houseBank: BANK,
  answers: new Map(),
};

describe('a batch by memory', () => {
  it.each([
    ['admits predictions', { requests: [request(KNOWN)] }],
    ['admits and stores ends', { requests: [request(KNOWN)], life: { finished: [end(KNOWN)], entered: [{}] } }],
    ['stores ends', { life: { finished: [end(KNOWN)], entered: [{}], checkpoints: [3] } }],
  ])('%s of people who are remembered', (_, work) => {
    expect(openingOf(work)).toEqual(REMEMBERED);
  });

  it('stores entries alone, which move no money', () => {
    expect(openingOf({ life: { entered: [{}] } })?.balances.size).toBe(0);
  });

  it.each([
    ['admits beside ends of somebody unknown', { requests: [request(KNOWN)], life: { finished: [end('other')] } }],
    ['admits for somebody unknown', { requests: [request(KNOWN), request('other')] }],
    ['ends something of somebody unknown', { life: { finished: [end(KNOWN), end('other')] } }],
    ['is asked to be careful', { requests: [request(KNOWN, { careful: true })] }],
    ['has a market in it', { markets: [{}], life: { finished: [end(KNOWN)] } }],
    ['has a scheduled entry in it', { scheduled: [{}], life: { finished: [end(KNOWN)] } }],
  ])('asks the tables where it %s', (_, work) => {
    expect(openingOf(work)).toBeNull();
  });

  it('admits by what the house had a second ago, not longer', () => {
    const admission = { requests: [request(KNOWN)] };
    expect(openingOf(admission, { now: NOW + 1_000 })).not.toBeNull();
    expect(openingOf(admission, { now: NOW + 1_001 })).toBeNull();
    expect(openingOf(admission, { bankAt: null })).toBeNull();
    expect(openingOf({ life: { finished: [end(KNOWN)] } }, { now: NOW + 1_001 })).not.toBeNull();
  });
});
