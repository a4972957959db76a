import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { accountId } from './account-id.ts';
import {
  demoTopUp,
  predictionCorrected,
  predictionLost,
  predictionPlaced,
  predictionReturned,
  predictionSold,
  predictionWon,
  sandboxBankroll,
  adjusted,
  sandboxGrant,
} from './entries.ts';
import { journalFault } from './journal.ts';
import type { Journal } from './journal.ts';
import { scheduledEnded, scheduledPlaced } from './scheduled-entries.ts';

const [cash, locked, pnl, bank] = ['1', '2', '3', '4'].map((no) =>
  accountId({ realm: 'real', asset: 'USDT' }, BigInt(no)),
) as [string, string, string, string];
const [demoCash, mint] = ['1', '2'].map((no) => accountId({ realm: 'demo', asset: 'USDT' }, BigInt(no))) as [
  string,
  string,
];
const NAMES = new Map([
  [cash, 'cash'],
  [locked, 'locked'],
  [pnl, 'pnl'],
  [bank, 'bank'],
  [demoCash, 'cash'],
  [mint, 'mint'],
]);

/** The journal in words: its natural key, then "code debit > credit amount" of each transfer. */
function told(journal: Journal | null): readonly string[] | null {
  if (journal === null) return null;
  expect(journalFault(journal)).toBeNull();
  const { realm, kind, refType, refId, transfers } = journal;
  const legs = transfers.map(
    ({ code, debit, credit, amount }) => `${code} ${NAMES.get(debit)} > ${NAMES.get(credit)} ${amount}`,
  );
  return [[realm, kind, refType, refId].join(' '), ...legs];
}

const money = { realm: 'real', predictionId: 'p', cash, locked, stake: usdt(10n) } as const;
const ended = { ...money, pnl };
const sold = (credit: bigint) => predictionSold({ ...ended, credit: usdt(credit) });
const corrected = (taken: bigint, given: bigint) =>
  predictionCorrected({ ...ended, taken: usdt(taken), given: usdt(given) });
const topUp = (has: bigint, target: bigint) =>
  demoTopUp({ refId: 'r', accounts: { cash: demoCash, mint }, cash: usdt(has), target: usdt(target) });
const END = 'real prediction_settled prediction p';
const CORRECTION = 'real prediction_corrected prediction p';
const waiting = { realm: 'real', entryId: 'e', cash, locked, stake: usdt(10n) } as const;

describe('journals, leg by leg', () => {
  it.each<[string, () => Journal | null, readonly string[] | null]>([
    ['placed', () => predictionPlaced(money), ['real prediction_placed prediction p', '180 cash > locked 10']],
    ['won', () => predictionWon({ ...ended, profit: usdt(8n) }), [END, '200 locked > cash 10', '200 pnl > cash 8']],
    ['won without profit', () => predictionWon({ ...ended, profit: usdt(0n) }), [END, '200 locked > cash 10']],
    ['lost', () => predictionLost(ended), [END, '210 locked > pnl 10']],
    ['returned', () => predictionReturned(money), [END, '220 locked > cash 10']],
    ['sold for nothing', () => sold(0n), [END, '201 locked > pnl 10']],
    ['sold below the stake', () => sold(4n), [END, '201 locked > cash 4', '201 locked > pnl 6']],
    ['sold at the stake', () => sold(10n), [END, '201 locked > cash 10']],
    ['sold above the stake', () => sold(15n), [END, '201 locked > cash 10', '201 pnl > cash 5']],
    ['a win taken back', () => corrected(8n, 0n), [CORRECTION, '202 cash > pnl 8']],
    ['a loss given back', () => corrected(0n, 10n), [CORRECTION, '211 pnl > cash 10']],
    ['both ways', () => corrected(8n, 10n), [CORRECTION, '202 cash > pnl 8', '211 pnl > cash 10']],
    ['nothing to correct', () => corrected(0n, 0n), null],
    ['demo up', () => topUp(4n, 10n), ['demo demo_top_up request r', '350 mint > cash 6']],
    ['demo down', () => topUp(14n, 10n), ['demo demo_top_up request r', '350 cash > mint 4']],
    ['demo at its target', () => topUp(10n, 10n), null],
    [
      'bank roll',
      () => sandboxBankroll({ bank, houseBank: pnl, amount: usdt(5n) }),
      ['real sandbox_grant house first-start', '420 bank > pnl 5'],
    ],
    [
      'grant',
      () => sandboxGrant({ refId: 'r', bank, cash, amount: usdt(5n) }),
      ['real sandbox_grant request r', '420 bank > cash 5'],
    ],
    [
      'adjustment for a person',
      () => adjusted({ refId: 'r', house: pnl, cash, amount: usdt(5n), way: 'credit' }),
      ['real adjustment request r', '370 pnl > cash 5'],
    ],
    [
      'adjustment against a person',
      () => adjusted({ refId: 'r', house: pnl, cash, amount: usdt(5n), way: 'debit' }),
      ['real adjustment request r', '370 cash > pnl 5'],
    ],
    ['entry waits', () => scheduledPlaced(waiting), ['real scheduled_placed scheduled e', '230 cash > locked 10']],
    ['entry ends', () => scheduledEnded(waiting), ['real scheduled_ended scheduled e', '230 locked > cash 10']],
  ])('%s', (_, journal, words) => {
    expect(told(journal())).toEqual(words);
  });
});
