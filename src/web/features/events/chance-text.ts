import type { EventCard } from '#protocol/events/events.ts';
import type { Formats } from '#web/i18n/format.ts';

/** A chance (0 to 1) in whole percent; `<1%` and `>99%` where it is not certain. null: a dash. */
export function chanceText(formats: Formats, chance: number | null): string {
  if (chance === null) return '–';
  if (chance > 0 && chance < 0.01) return `<${formats.percent(0.01, { places: 0 })}`;
  if (chance > 0.99 && chance < 1) return `>${formats.percent(0.99, { places: 0 })}`;
  return formats.percent(chance, { places: 0 });
}

/** What it costs to buy each outcome now, thousandths, by the best prices of YES; null: nobody sells it. */
export function buyPrices({ bid, ask }: { readonly bid: number | null; readonly ask: number | null }): {
  readonly YES: number | null;
  readonly NO: number | null;
} {
  const milli = (price: number) => Math.round(price * 1_000);
  return { YES: ask === null ? null : milli(ask), NO: bid === null ? null : 1_000 - milli(bid) };
}

/** Of an event with several markets the one that is likeliest now; null: of one market, or of none that has a chance. */
export function leaderOf({ markets }: Pick<EventCard, 'markets'>): EventCard['markets'][number] | null {
  const [first] = markets
    .filter(({ prices }) => prices.chance !== null)
    .toSorted((a, b) => (b.prices.chance ?? 0) - (a.prices.chance ?? 0));
  return markets.length < 2 ? null : (first ?? null);
}
