import type { AlertWire } from '#protocol/events/alerts.ts';
import type { Formats } from '#web/i18n/format.ts';
import { plainNumber } from '#web/ui/typed-number.ts';

/** What a person types: cents, hours or shares. */
export type TypedKind = 'price' | 'closes' | 'volume';

const MINUTES = 60;
const TENTHS = 10;

/** The value of an alert as a person reads and types it; empty: it has none. */
export function typedOf({ kind, value }: Pick<AlertWire, 'kind' | 'value'>): string {
  if (value === null) return '';
  if (kind === 'closes') return String(value / MINUTES);
  return String(kind === 'volume' ? value : value / TENTHS);
}

/** What was typed as the wire has it; null: it is no such number. */
export function valueOf(kind: TypedKind, typed: string): number | null {
  const plain = plainNumber(typed);
  if (plain === null) return null;
  const number = Number(plain);
  const value = Math.round(kind === 'price' ? number * TENTHS : kind === 'closes' ? number * MINUTES : number);
  const most = { price: 999, closes: 7 * 24 * MINUTES, volume: 1_000_000_000 }[kind];
  return value >= (kind === 'closes' ? 5 : 1) && value <= most ? value : null;
}

/** Decimals that a value may have. */
export const PLACES = { price: 1, closes: 1, volume: 0 } as const satisfies Record<TypedKind, number>;

/** A price is waited for from where it is: above it, or below. `chance`: 0 to 1; null: nobody knows. */
export function sideOf(value: number, chance: number | null): 'above' | 'below' {
  return chance !== null && value < Math.round(chance * 1_000) ? 'below' : 'above';
}

/** `60¢`, `2 hours`, `1,000`. */
export function valueText(formats: Formats, { kind, value }: Pick<AlertWire, 'kind' | 'value'>): string {
  if (value === null) return '';
  if (kind === 'closes') return formats.duration(value * MINUTES);
  if (kind === 'volume') return formats.number(value);
  return `${formats.number(value / TENTHS, value % TENTHS === 0 ? 0 : 1)}¢`;
}
