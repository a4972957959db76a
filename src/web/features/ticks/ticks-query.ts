import { isTickDay } from '#domain/prices/ticks/tick-hours.ts';
import type { PairGroup } from '#domain/prices/pair.ts';
import { spreadsheetOf } from '#web/i18n/spreadsheet.ts';
import { DAY_MS } from '#domain/time.ts';

/** What the person has chosen. */
export interface TickChoice {
  readonly market: PairGroup;
  readonly pair: string;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hours: readonly number[];
}

/** The running hour of today, UTC. */
export function firstChoice(now: number, market: PairGroup, pair: string): TickChoice {
  const date = new Date(now);
  return {
    market,
    pair,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hours: [date.getUTCHours()],
  };
}

/** Hours as the API takes them: `13,14`. `tag`: language of the page, which the checksum of the CSV depends on. */
export function queryOf({ hours, ...rest }: TickChoice, tag: string): Readonly<Record<string, string>> {
  return {
    market: rest.market,
    pair: rest.pair,
    year: String(rest.year),
    month: String(rest.month),
    day: String(rest.day),
    hours: hours.toSorted((a, b) => a - b).join(','),
    spreadsheet: spreadsheetOf(tag),
  };
}

/** An hour is taken out when it is there, else put in. */
export function toggled(hours: readonly number[], hour: number): readonly number[] {
  return hours.includes(hour) ? hours.filter((one) => one !== hour) : [...hours, hour];
}

/** Days of a month. */
export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Why nothing can be asked for: no hour, or a day outside the last 29. */
export function problemOf(choice: TickChoice, now: number): 'none' | 'valid.tick_range' | null {
  const start = Date.UTC(choice.year, choice.month - 1, choice.day);
  if (choice.day > daysIn(choice.year, choice.month) || !isTickDay(start, now)) return 'valid.tick_range';
  return choice.hours.length === 0 ? 'none' : null;
}

/** The years that the last days lie in. */
export function yearsOf(now: number): readonly number[] {
  const years = [new Date(now - 29 * DAY_MS).getUTCFullYear(), new Date(now).getUTCFullYear()];
  return [...new Set(years)];
}
