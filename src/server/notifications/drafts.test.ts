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

  it('is nothing of a market without a pair: it is no round', () => {
    const of = { userId: 'ada', marketId: 'm', pair: null, windowSec: null, at: 7 } as const;
    const ended = { result: 'WON', won: 0, lots: 400, cost: '1', credit: '4000000' } as const;
    expect(draftOf({ kind: 'round.settled', ...of, ...ended })).toBe(null);
  });
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
