import type { Direction } from '#domain/trading/prediction.ts';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import type { BarWire } from '#protocol/trading.ts';

/** Of more lines than this only the nearest have a label: the others would cover the price. */
export const MOST_LABELS = 3;
/** Bars whose prices say what is near: about what is in view. */
const SEEN_BARS = 300;
/** A trigger so many heights of the picture away stays in view; one farther would flatten the price to a line. */
const NEAR_HEIGHTS = 1;

/** The trigger of an entry that waits for a price, as the layer over the chart draws it; price in units of the pair. */
export interface TriggerLine {
  readonly id: string;
  /** What it predicts once it opens. */
  readonly direction: Direction;
  readonly price: number;
  /** Price and amount, and the price alone for narrow charts; null: the line has no label. */
  readonly label: { readonly long: string; readonly short: string } | null;
  /** far: outside of what the chart shows, unless it is drawn there anyway. */
  readonly place: 'near' | 'far';
}

export interface TriggerInput {
  readonly bars: readonly Pick<BarWire, 'high' | 'low' | 'close'>[];
  readonly entries: readonly ScheduledWire[];
  readonly labelOf: (entry: ScheduledWire) => NonNullable<TriggerLine['label']>;
}

/** Lines of entries that wait for a price, the nearest to the newest price first. */
export function triggerLines({ bars, entries, labelOf }: TriggerInput): readonly TriggerLine[] {
  const last = bars.at(-1);
  if (last === undefined) return [];
  const seen = bars.slice(-SEEN_BARS);
  const low = Math.min(...seen.map((bar) => bar.low));
  const high = Math.max(...seen.map((bar) => bar.high));
  const reach = (high - low) * NEAR_HEIGHTS;
  return entries
    .flatMap((entry) => (entry.price === null ? [] : [{ entry, price: entry.price }]))
    .toSorted((one, other) => Math.abs(one.price - last.close) - Math.abs(other.price - last.close))
    .map(({ entry, price }, i) => ({
      id: entry.id,
      direction: entry.direction,
      price,
      label: i < MOST_LABELS ? labelOf(entry) : null,
      place: price >= low - reach && price <= high + reach ? 'near' : 'far',
    }));
}
