import { MINUTE_MS } from '../time.ts';

/** What a person may be told of once, about the markets of events. */
export const ALERT_KINDS = ['above', 'below', 'closes', 'volume', 'clarified', 'new'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** What is known of the market of an alert. Prices of YES in thousandths, times in ms. */
export interface AlertFacts {
  /** Least and most that was paid since the alert was looked at last; null: nothing was traded. */
  readonly least: number | null;
  readonly most: number | null;
  /** Shares traded of real money. */
  readonly volume: number;
  readonly cutOffAt: number;
  /** Takes orders, or will again. */
  readonly isOpen: boolean;
  /** The last clarification; null: none. */
  readonly clarifiedAt: number | null;
}

export interface Alert {
  readonly kind: Exclude<AlertKind, 'new'>;
  /** Thousandths, minutes or shares; null: of `clarified`. */
  readonly value: number | null;
  readonly madeAt: number;
}

/** Has come what the alert waits for? */
export function isDue({ kind, value, madeAt }: Alert, facts: AlertFacts, now: number): boolean {
  const { least, most, volume, cutOffAt, isOpen, clarifiedAt } = facts;
  const at = value ?? 0;
  switch (kind) {
    case 'above':
      return most !== null && most >= at;
    case 'below':
      return least !== null && least <= at;
    case 'volume':
      return volume >= at;
    case 'closes':
      return isOpen && now < cutOffAt && now >= cutOffAt - at * MINUTE_MS;
    case 'clarified':
      return clarifiedAt !== null && clarifiedAt > madeAt;
  }
}

/** What the standard of the setting is: alerts of one person that wait. */
export const MOST_ALERTS = 50;
/** Bounds of values. */
export const ALERT_BOUNDS = {
  above: { least: 1, most: 999 },
  below: { least: 1, most: 999 },
  closes: { least: 5, most: 7 * 24 * 60 },
  volume: { least: 1, most: 1_000_000_000 },
} as const satisfies Readonly<Partial<Record<AlertKind, { least: number; most: number }>>>;
