import type { Prediction } from '#domain/trading/prediction.ts';
import type { Realm } from '#domain/realm.ts';

/** What http reads of predictions: always of one owner, newest first. The subject trading provides it. */
export interface PredictionQueries {
  list(filter: PredictionFilter): Promise<{ items: readonly Prediction[]; nextCursor: string | null }>;
  /** null: there is none, or it is somebody else's. */
  one(owner: { userId: string; realm: Realm; id: string }): Promise<Prediction | null>;
}

/** Times in ms: admitted at or after `from`, before `to`. */
export interface PredictionFilter {
  readonly userId: string;
  readonly realm: Realm;
  readonly status: 'open' | 'settled' | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly search: string | null;
  readonly cursor: string | null;
  readonly limit: number;
}
