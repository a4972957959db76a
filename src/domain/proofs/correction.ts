import type { Realm } from '../realm.ts';

/** A range of ticks of one stream that proved wrong; both ends belong to it. */
export interface WrongRange {
  readonly stream: number;
  readonly fromSeq: number;
  readonly toSeq: number;
}

/** What rule I18 asks of a prediction. */
export interface JudgedPrediction {
  readonly id: string;
  readonly realm: Realm;
  readonly stream: number;
  readonly entrySeq: number | null;
  readonly exitSeq: number | null;
}

/** Does entry or exit stand on a tick of the range? Its outcome plays no part. */
export function standsOn(range: WrongRange, prediction: JudgedPrediction): boolean {
  if (prediction.stream !== range.stream) return false;
  const inside = (seq: number | null) => seq !== null && seq >= range.fromSeq && seq <= range.toSeq;
  return inside(prediction.entrySeq) || inside(prediction.exitSeq);
}

/** How a correction breaks rule I18 (docs/rules/settlement.md#corrections): `kept` should be void and is not, `taken` is void without need. */
export interface Asymmetry {
  readonly kept: readonly string[];
  readonly taken: readonly string[];
}

/** Compares what a correction took back with what it must: every prediction on the range, whatever its outcome. null: they are the same. */
export function asymmetryOf(
  range: WrongRange,
  predictions: readonly JudgedPrediction[],
  voided: ReadonlySet<string>,
): Asymmetry | null {
  const kept = predictions.filter((one) => standsOn(range, one) && !voided.has(one.id)).map(({ id }) => id);
  const taken = predictions.filter((one) => !standsOn(range, one) && voided.has(one.id)).map(({ id }) => id);
  return kept.length === 0 && taken.length === 0 ? null : { kept, taken };
}
