import { describe, expect, it } from 'vitest';
import { accountId } from '#domain/ledger/account-id.ts';
import { predictionPlaced } from '#domain/ledger/entries.ts';
import { usdt } from '#domain/money.ts';
import { JOURNAL_PARAMS, journalCtes, journalParams } from './batch.ts';
import { reportLines } from './report.ts';

const demo = (no: bigint) => accountId({ realm: 'demo', asset: 'USDT' }, no);
const journal = (id: string, stake: bigint) =>
  predictionPlaced({ realm: 'demo', predictionId: id, cash: demo(2n), locked: demo(1n), stake: usdt(stake) });

describe('parameters of a batch', () => {
  it('number the transfers by their journal and name each account once, in id order', () => {
    const { values, accounts } = journalParams([journal('a', 5n), journal('b', 7n)]);
    expect(values).toEqual([
      '{2,2}',
      '{"prediction_placed","prediction_placed"}',
      '{"prediction","prediction"}',
      '{"a","b"}',
      '{1,2}',
      '{180,180}',
      `{${demo(2n)},${demo(2n)}}`,
      `{${demo(1n)},${demo(1n)}}`,
      '{5,7}',
      `{${demo(1n)},${demo(2n)}}`,
      '{0,12}',
      '{12,0}',
    ]);
    expect(accounts).toBe(2);
  });

  it('are as many as the statement has, from any first number on', () => {
    for (const first of [1, 9]) {
      const used = new Set([...journalCtes(first).matchAll(/\$(\d+)/g)].map((match) => Number(match[1])));
      expect([...used].toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: JOURNAL_PARAMS }, (_, index) => first + index),
      );
    }
    expect(journalParams([]).values).toHaveLength(JOURNAL_PARAMS);
  });

  it('carry a reference of any text', () => {
    expect(journalParams([journal('a"b\\c,{d}', 1n)]).values[3]).toBe('{"a\\"b\\\\c,{d}"}');
  });

  it('refuse more transfers than a block has numbers for', () => {
    const many = Array.from({ length: 65_536 }, (_, no) => journal(`${no}`, 1n));
    expect(() => journalParams(many)).toThrow('65536 transfers in one write');
  });
});

describe('a report for people', () => {
  const counts = { accounts: 2, journals: 1, transfers: 1, predictions: 0, batches: 0 };
  const healthy = { name: 'I1', says: 'trial balance', found: 0, sample: [] };

  it('says a line an invariant and closes with the counts', () => {
    expect(reportLines({ healthy: true, invariants: [healthy], counts })).toEqual([
      'I1 ok: trial balance',
      'healthy: 2 accounts, 1 journals, 1 transfers, 0 predictions, 0 batches',
    ]);
  });

  it('shows the rows of a fault', () => {
    const faulty = { ...healthy, found: 7, sample: [{ id: '5' }] };
    expect(reportLines({ healthy: false, invariants: [faulty], counts }).slice(0, 2)).toEqual([
      'I1 7 ROWS: trial balance',
      '    {"id":"5"}',
    ]);
  });
});
