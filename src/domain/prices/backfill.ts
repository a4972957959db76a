import { gatherBars, type PriceBar } from './bars.ts';
import { MINUTE_MS } from './calendar.ts';
import { isOpen, periodAt, periodsOf } from './hours.ts';
import type { HoursRule } from './pair.ts';
import type { SimulatedPath } from './simulated-path.ts';

const SECOND_MS = 1_000;
/** Steps that make the high and low of a minute. */
const STEPS_A_MINUTE = 3;

export interface BackfillSpan {
  readonly rule: HoursRule;
  readonly scale: number;
  /** Where the invented past ends: the first real tick of the stream, ms. */
  readonly end: number;
  readonly secondsFrom: number;
  readonly minutesFrom: number;
}

/**
 * Bars that a simulated feed might have had before it began: they end at the price where the path begins. The path is walked
 * backwards, second by second and then minute by minute, through market hours only. Yields newest first, so that work can pause.
 */
export function* backfillBars(
  path: SimulatedPath,
  span: BackfillSpan,
): Generator<{ readonly seconds: readonly PriceBar[]; readonly minutes: readonly PriceBar[] }> {
  const unit = 10 ** span.scale;
  const toUnits = (value: number) => Math.max(1, Math.round(value * unit));
  let price = toUnits(path.price);
  /** The bar before: it closes where the later one opened. */
  const back = (time: number, steps: number, seconds: number): PriceBar => {
    const close = price;
    let high = price;
    let low = price;
    for (let i = 0; i < steps; i++) {
      price = toUnits(path.step(seconds));
      if (price > high) high = price;
      if (price < low) low = price;
    }
    return { time, open: price, high, low, close };
  };
  const minutesEnd = Math.floor(span.secondsFrom / MINUTE_MS) * MINUTE_MS;
  const seconds: PriceBar[] = [];
  for (let time = Math.floor(span.end / SECOND_MS) * SECOND_MS - SECOND_MS; time >= minutesEnd; time -= SECOND_MS)
    if (isOpen(span.rule, time)) seconds.push(back(time, 1, 1));
  seconds.reverse();
  yield { seconds, minutes: gatherBars(seconds, MINUTE_MS) };
  for (const { from, to } of openDays(span.rule, span.minutesFrom, minutesEnd)) {
    const minutes: PriceBar[] = [];
    for (let time = Math.ceil(to / MINUTE_MS) * MINUTE_MS - MINUTE_MS; time >= from; time -= MINUTE_MS)
      minutes.push(back(time, STEPS_A_MINUTE, 60 / STEPS_A_MINUTE));
    if (minutes.length > 0) yield { seconds: [], minutes: minutes.reverse() };
  }
}

/** Open spans of [from, to), newest first, cut at UTC days. */
function openDays(rule: HoursRule, from: number, to: number): { from: number; to: number }[] {
  const day = 1_440 * MINUTE_MS;
  const spans: { from: number; to: number }[] = [];
  for (let end = to; end > from;) {
    const start = Math.max(from, Math.ceil(end / day) * day - day);
    for (const period of periodsIn(rule, start, end))
      spans.push({ from: Math.max(start, period.open), to: Math.min(end, period.close) });
    end = start;
  }
  return spans.toSorted((a, b) => b.from - a.from);
}

function periodsIn(rule: HoursRule, from: number, to: number) {
  const whole = periodAt(rule, from);
  if (whole !== null && whole.close >= to) return [whole];
  return periodsOf(rule).filter((period) => period.open < to && period.close > from);
}
