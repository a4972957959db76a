import { createHash } from 'node:crypto';
import {
  predictionLost,
  predictionPlaced,
  predictionReturned,
  predictionSold,
  predictionWon,
} from '#domain/ledger/entries.ts';
import type { Journal } from '#domain/ledger/journal.ts';
import { subtract } from '#domain/money.ts';
import type { OpenPrediction } from '#domain/trading/open-prediction.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import type { ScheduledEntry } from '#domain/trading/scheduled/entry.ts';
import type { AccountBook } from '../accounts.ts';
import type { Finished } from './batch-effects.ts';
import type { ExchangeEffects } from '../exchange/effects.ts';

/** Journals of a batch: 18 for each stake, 20, 20a, 21 or 22 for each end (36 in practice: the same, in its realm). */
export function journalsOf(
  placed: readonly OpenPrediction[],
  finished: readonly Finished[],
  accounts: AccountBook,
): Journal[] {
  return [
    ...placed.map((open) => predictionPlaced(moneyOf(open.prediction, accounts))),
    ...finished.map((one) => endJournal(one.prediction, accounts)),
  ];
}

function endJournal(prediction: Prediction, accounts: AccountBook): Journal {
  const money = moneyOf(prediction, accounts);
  const { pnl } = accounts.house[prediction.realm];
  if (prediction.outcome === 'LOSE') return predictionLost({ ...money, pnl });
  if (prediction.outcome === 'TIE' || prediction.outcome === 'VOID') return predictionReturned(money);
  if (prediction.outcome === 'SOLD' && prediction.credit !== null) {
    return predictionSold({ ...money, pnl, credit: prediction.credit });
  }
  if (prediction.outcome !== 'WIN' || prediction.credit === null) {
    throw new Error(`prediction ${prediction.id} ends as ${prediction.outcome}`);
  }
  return predictionWon({ ...money, pnl, profit: subtract(prediction.credit, prediction.stake) });
}

function moneyOf(prediction: Prediction, accounts: AccountBook) {
  const person = accounts.of(prediction.userId, prediction.realm);
  if (person === null) throw new Error(`no accounts of ${prediction.userId}`);
  return {
    realm: prediction.realm,
    predictionId: prediction.id,
    cash: person.cash,
    locked: person.locked,
    stake: prediction.stake,
  };
}

/** The outbox row: what others may want to know of a batch, as JSON. Amounts are text of 10^-6. */
export function factsOf(batch: {
  readonly placed: readonly OpenPrediction[];
  readonly entered: readonly OpenPrediction[];
  readonly finished: readonly Finished[];
  readonly exchange: ExchangeEffects | null;
  readonly scheduled: readonly ScheduledEntry[];
}): string {
  return JSON.stringify({
    ...(batch.exchange === null ? {} : { exchange: exchangeFacts(batch.exchange) }),
    ...(batch.scheduled.length === 0 ? {} : { scheduled: batch.scheduled.map(scheduledFacts) }),
    // The rest is in its row, which the same statement stores.
    placed: batch.placed.map(({ prediction: { id } }) => ({ id })),
    entered: batch.entered.map(({ prediction: { id, entry } }) => ({ id, seq: entry?.seq, price: entry?.price })),
    finished: batch.finished.map(({ prediction: { id, userId, realm, outcome, voidReason, credit } }) => ({
      id,
      userId,
      realm,
      outcome,
      voidReason,
      credit: credit?.toString(),
    })),
  });
}

function scheduledFacts({ id, userId, realm, status, reason, predictionId }: ScheduledEntry) {
  return { id, userId, realm, status, reason, predictionId };
}

function exchangeFacts({ markets, orders, fills, realised, sets, undone, splits }: ExchangeEffects) {
  return {
    markets: markets.map(({ market: { id, realm, status, result } }) => ({ id, realm, status, result })),
    orders: orders.map(({ id, userId, realm, marketId, status, filled, resting }) => ({
      id,
      userId,
      realm,
      marketId,
      status,
      filled,
      resting,
    })),
    fills: fills.map(({ id, marketId, no, kind, price, lots }) => ({ id, marketId, no, kind, price, lots })),
    realised: realised.map(({ userId, marketId, settled, lots, cost, credit }) => ({
      userId,
      marketId,
      settled,
      lots,
      cost: cost.toString(),
      credit: credit.toString(),
    })),
    ...(undone.length === 0 ? {} : { undone: undone.map(({ marketId, no, lots }) => ({ marketId, no, lots })) }),
    ...(splits.length === 0 ? {} : { splits: splits.map(({ id, realm }) => ({ id, realm })) }),
    ...(sets.length === 0
      ? {}
      : {
          sets: sets.map(({ id, userId, marketId, move, lots, paid }) => ({
            id,
            userId,
            marketId,
            move,
            lots,
            paid: paid.toString(),
          })),
        }),
  };
}

/** Hash of a batch, chained to the one before: what tells whether a commit of unknown outcome was this one. */
export function batchHash(batch: { no: number; epoch: bigint; prev: Uint8Array; at: number; facts: string }): Buffer {
  return createHash('sha256')
    .update('tikvo/engine-batch/v1\0')
    .update(batch.prev)
    .update(`${batch.no}/${batch.epoch}/${batch.at}/`)
    .update(batch.facts)
    .digest();
}
