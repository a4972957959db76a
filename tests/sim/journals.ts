import {
  predictionLost,
  predictionPlaced,
  predictionReturned,
  predictionSold,
  predictionWon,
} from '#domain/ledger/entries.ts';
import type { Journal } from '#domain/ledger/journal.ts';
import { subtract } from '#domain/money.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import type { SimDb } from './sim-db.ts';

export function placedJournal(db: SimDb, prediction: Prediction): Journal {
  return predictionPlaced(moneyOf(db, prediction));
}

export function endJournal(db: SimDb, prediction: Prediction): Journal {
  const money = { ...moneyOf(db, prediction), pnl: db.id('house_pnl', '') };
  const { outcome, credit, stake } = prediction;
  if (outcome === 'WIN' && credit !== null) return predictionWon({ ...money, profit: subtract(credit, stake) });
  if (outcome === 'SOLD' && credit !== null) return predictionSold({ ...money, credit });
  return outcome === 'LOSE' ? predictionLost(money) : predictionReturned(money);
}

function moneyOf(db: SimDb, { id, userId, stake }: Prediction) {
  const cash = db.id('user_cash', userId);
  return { realm: 'real', predictionId: id, cash, locked: db.id('user_locked', userId), stake } as const;
}
