import type { ComponentType, ReactNode } from 'react';
import type { Usdt } from '#domain/money.ts';
import type { PairWire } from '#protocol/trading.ts';
import type { ApiError } from '#web/api/api-error.ts';

/** What the chart draws of a round: its window, both average bands, its target. Times in ms, prices in units of the pair. */
export interface RoundMark {
  readonly key: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly averageMs: number;
  readonly target: number | null;
  /** On which side of the target the ticket gains. */
  readonly gains: 'above' | 'below';
  readonly words: {
    readonly target: string;
    readonly start: string;
    readonly end: string;
    readonly above: (difference: number) => string;
    readonly below: (difference: number) => string;
  };
}

/** What things would bring if they were sold now, and the gain or loss by it. */
export interface SoldNow {
  readonly credit: Usdt;
  readonly profit: Usdt;
}

/** Places of the screen that the round fills while its tab is chosen. */
export type SlotName = 'ticket' | 'book' | 'panel' | 'head';
export type PhoneSheet = 'book' | 'orders' | null;

/** What the screen gives to the component of the Round tab, which draws itself into the slots. */
export interface RoundSlotProps {
  readonly pair: PairWire;
  readonly now: number;
  readonly connected: boolean;
  readonly ready: boolean;
  /** What stands in place of the ticket of a person who is held back, and may they still sell what they have? null: nothing does. */
  readonly held: { readonly card: ReactNode; readonly canSell: boolean } | null;
  readonly cash: Usdt | null;
  readonly oneClick: boolean;
  /** Shared with the quick ticket. */
  readonly amount: string;
  readonly historyHref: string;
  readonly slots: Readonly<Record<SlotName, HTMLElement | null>>;
  /** What phones show in a sheet. */
  readonly phone: PhoneSheet;
  readonly onPhone: (shown: PhoneSheet) => void;
  readonly onAmount: (text: string) => void;
  readonly onCount: (resting: number) => void;
  /** What all that is held of rounds is worth; null: nothing is known of it. */
  readonly onSold: (sold: SoldNow | null) => void;
  readonly onMark: (mark: RoundMark | null) => void;
  readonly onSelectPair: (pair: string) => void;
  readonly onNoBalance: () => void;
  readonly onRefused: (error: ApiError) => void;
}

export type RoundComponent = ComponentType<RoundSlotProps>;
