import {
  defaultHorzScaleBehavior,
  type TickMark,
  type TickMarkWeightValue,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';

/** Of the library: a mark at a second that begins no minute. */
const SECOND = 10;

/** How much a second of the minute is worth as a mark of the axis, between a plain second and a minute. */
function weightOf(second: number): number {
  if (second % 30 === 0) return SECOND + 3;
  if (second % 15 === 0) return SECOND + 2;
  return second % 5 === 0 ? SECOND + 1 : SECOND;
}

type Points = Parameters<InstanceType<ReturnType<typeof defaultHorzScaleBehavior>>['fillWeightsForPoints']>[0];

/** The time axis, with its marks at round seconds: to the library every second of a minute is the same, and it counts bars from the last minute on. */
export class RoundTimes extends defaultHorzScaleBehavior() {
  override fillWeightsForPoints(points: Points, startIndex: number): void {
    super.fillWeightsForPoints(points, startIndex);
    for (const point of points.slice(startIndex)) {
      if (point.timeWeight !== SECOND) continue;
      point.timeWeight = weightOf(Number(point.originalTime as Time as UTCTimestamp) % 60) as TickMarkWeightValue;
    }
  }

  override formatTickmark(
    mark: TickMark,
    options: Parameters<InstanceType<ReturnType<typeof defaultHorzScaleBehavior>>['formatTickmark']>[1],
  ): string {
    const plain = mark.weight > SECOND && mark.weight < 20 ? { ...mark, weight: SECOND as TickMarkWeightValue } : mark;
    return super.formatTickmark(plain, options);
  }
}
