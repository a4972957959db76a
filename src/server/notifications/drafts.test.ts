import { describe, expect, it } from 'vitest';
import { draftOf } from './drafts.ts';

describe('what a person is told of a round', () => {
  it.each([
    ['win', { result: 'WON', won: 0, lots: 400, credit: '4000000' }],
    ['lose', { result: 'WON', won: 1, lots: 400, credit: '0' }],
    // Lots of the second outcome are below zero.
    ['win', { result: 'WON', won: 1, lots: -400, credit: '4000000' }],
    ['lose', { result: 'WON', won: 0, lots: -400, credit: '0' }],
    ['tie', { result: 'TIE', won: null, lots: 400, credit: '2000000' }],
    ['void', { result: 'VOID', won: null, lots: -400, credit: '2120000' }],
  ] as const)('is %s for %j', (outcome, ended) => {
    const fact = {
      kind: 'round.settled',
      userId: 'ada',
      marketId: 'm',
      pair: 'BTC-USD',
      windowSec: 300,
      at: 7,
    } as const;
    expect(draftOf({ ...fact, cost: '2120000', ...ended })).toMatchObject({
      kind: 'round_settled',
      userId: 'ada',
      source: 'round m',
      values: {
        outcome,
        pair: 'BTC-USD',
        windowSec: '300',
        cost: '2.12',
        credit: (Number(ended.credit) / 1e6).toFixed(2),
      },
    });
  });

  it.each([
    ['win', { lots: 400, credit: '4000000', result: 'WON', won: 0 }],
    // Of a part the result is not there yet: what was paid says it.
    ['win', { lots: -400, credit: '4000000', result: null, won: null }],
    ['lose', { lots: 400, credit: '0', result: null, won: null }],
    ['part', { lots: 400, credit: '2000000', result: 'TIE', won: null }],
    ['part', { lots: 400, credit: '2512345', result: 'VOID', won: null }],
  ] as const)('is %s of an event for %j', (outcome, ended) => {
    const of = { kind: 'round.settled', userId: 'ada', marketId: 'm', pair: null, windowSec: null, at: 7 } as const;
    expect(draftOf({ ...of, cost: '2120000', ...ended })).toMatchObject({
      kind: 'event_settled',
      values: { book: 'm', outcome, cost: '2.12' },
    });
  });

  it('names the book of an order on an event', () => {
    const of = { userId: 'ada', marketId: 'm', pair: null, windowSec: null, at: 7 } as const;
    const ended = draftOf({ kind: 'order.ended', ...of, reason: 'cut_off', count: 2, batch: '9' });
    expect(ended).toMatchObject({ kind: 'order_ended', values: { book: 'm', reason: 'cut_off', count: '2' } });
    const fill = { orderId: 'o', outcomeName: 'YES', side: 'BUY', price: 400, lots: 150, no: '3' } as const;
    const filled = draftOf({ kind: 'order.filled', ...of, ...fill });
    expect(filled).toMatchObject({ kind: 'order_filled', values: { book: 'm', outcome: 'YES', shares: '1.50' } });
    const undone = draftOf({ kind: 'fill.undone', ...of, count: 2, batch: '9' });
    expect(undone).toMatchObject({ kind: 'event_moved', values: { book: 'm', move: 'undone', count: '2' } });
  });
});

it('tells who held an outcome that was split what they hold now', () => {
  const of = {
    kind: 'outcome.split',
    userId: 'ada',
    at: 7,
    marketId: 'm',
    pair: null,
    windowSec: null,
    splitId: 's',
  } as const;
  expect(draftOf({ ...of, lots: 1_250, hadYes: true })).toMatchObject({
    kind: 'event_moved',
    source: 'split s',
    values: { book: 'm', move: 'split', shares: '12.50' },
  });
  expect(draftOf({ ...of, lots: 100, hadYes: false })).toMatchObject({ values: { move: 'split_no', shares: '1.00' } });
});

describe('what a person is told of their legal name', () => {
  it.each([
    ['APPROVED', true, { kind: 'verification', values: { document: 'legalName', status: 'APPROVED' }, isNotice: true }],
    ['APPROVED', false, { isNotice: false }],
    ['REJECTED', true, { values: { document: 'legalName', status: 'REJECTED' }, isNotice: true }],
    ['PENDING_NAME', true, { values: { document: 'legalName', status: 'PENDING_NAME' }, isNotice: true }],
  ] as const)('%s, awaited: %s', (status, isAwaited, told) => {
    expect(draftOf({ kind: 'verification.name_decided', userId: 'ada', at: 7, status, isAwaited })).toMatchObject(told);
  });

  it.each(['PENDING_APPROVE', 'BLOCKED'] as const)(
    'is nothing while it is %s: that may be a hit of a list',
    (status) => {
      expect(draftOf({ kind: 'verification.name_decided', userId: 'ada', at: 7, status, isAwaited: true })).toBe(null);
    },
  );
});

it('tells of a withdrawal once it is paid', () => {
  expect(
    draftOf({ kind: 'withdrawal.paid', userId: 'ada', at: 7, withdrawalId: 'w', amount: '24000000' }),
  ).toMatchObject({
    kind: 'withdrawal_paid',
    source: 'withdrawal w paid',
    values: { amount: '24.00' },
    isNotice: true,
  });
});
