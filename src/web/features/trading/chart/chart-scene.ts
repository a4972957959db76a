import type { Direction } from '#domain/trading/prediction.ts';
import type { BarWire, PredictionWire } from '#protocol/trading.ts';
import { logicalAt } from './bars.ts';
import { countdown } from '#web/i18n/format.ts';
import { elapsedShare, expectedEnd, isOpen } from '../positions/predictions.ts';

/** With more open predictions on a chart than this, each is a dot until it is pointed at. */
export const MAX_LINES = 3;
/** How long the tag of an ended prediction stays. */
export const RESULT_SHOWN_MS = 4_000;

/** One prediction as the layer over the chart draws it; places are in bars, prices in units of the pair. */
export interface SceneMark {
  readonly id: string;
  readonly direction: Direction;
  readonly from: number;
  readonly to: number;
  readonly price: number;
  readonly tag: string;
  /** Not yet accepted, or accepted without its entry price: drawn dashed. */
  readonly settledEntry: 'solid' | 'dashed';
  readonly form: 'line' | 'dot';
  readonly result: 'won' | 'lost' | 'returned' | null;
  readonly pill: { readonly text: string; readonly left: number; readonly urgent: 'yes' | 'no' } | null;
}

export interface SceneInput {
  readonly bars: readonly BarWire[];
  readonly stepMs: number;
  readonly now: number;
  /** Open ones of this pair, and those that ended less than RESULT_SHOWN_MS ago, with the time they were told. */
  readonly predictions: readonly { readonly prediction: PredictionWire; readonly endedAt: number | null }[];
  /** Sent and not answered yet. */
  readonly pending: readonly {
    readonly key: string;
    readonly direction: Direction;
    readonly durationSec: number;
    readonly at: number;
  }[];
  readonly pointed: string | null;
  /** Text of the tag: stake and entry, or the result. */
  readonly tagOf: (prediction: PredictionWire) => string;
  readonly tagOfPending: (key: string) => string;
}

/** What to draw over the chart now. */
export function sceneOf(input: SceneInput): readonly SceneMark[] {
  const last = input.bars.at(-1);
  if (last === undefined) return [];
  const crowded = input.predictions.filter((one) => isOpen(one.prediction)).length > MAX_LINES;
  const marks: SceneMark[] = [];
  for (const { prediction, endedAt } of input.predictions) {
    if (endedAt !== null && input.now - endedAt > RESULT_SHOWN_MS) continue;
    const mark = markOf(prediction, { ...input, lastPrice: last.close, crowded: crowded ? 'yes' : 'no' });
    if (mark !== null) marks.push(mark);
  }
  for (const one of input.pending) {
    const from = logicalAt(input.bars, one.at, input.stepMs);
    const to = logicalAt(input.bars, one.at + one.durationSec * 1000, input.stepMs);
    if (from === null || to === null) continue;
    marks.push({
      id: one.key,
      direction: one.direction,
      from,
      to,
      price: last.close,
      tag: input.tagOfPending(one.key),
      settledEntry: 'dashed',
      form: 'line',
      result: null,
      pill: null,
    });
  }
  return marks;
}

function markOf(
  prediction: PredictionWire,
  input: SceneInput & { readonly lastPrice: number; readonly crowded: 'yes' | 'no' },
): SceneMark | null {
  const { entry } = prediction;
  const start = entry === null ? Date.parse(prediction.admittedAt) : Date.parse(entry.time);
  const end = expectedEnd(prediction);
  const from = logicalAt(input.bars, start, input.stepMs);
  const to = logicalAt(input.bars, end, input.stepMs);
  if (from === null || to === null) return null;
  const open = isOpen(prediction);
  const left = end - input.now;
  const outcome = prediction.outcome === 'WIN' ? 'won' : prediction.outcome === 'LOSE' ? 'lost' : 'returned';
  return {
    id: prediction.id,
    direction: prediction.direction,
    from,
    to,
    price: entry?.price ?? input.lastPrice,
    tag: input.tagOf(prediction),
    settledEntry: entry === null ? 'dashed' : 'solid',
    form: input.crowded === 'yes' && input.pointed !== prediction.id ? 'dot' : 'line',
    result: open ? null : outcome,
    pill: open
      ? { text: countdown(left), left: 1 - elapsedShare(prediction, input.now), urgent: left <= 5_000 ? 'yes' : 'no' }
      : null,
  };
}
