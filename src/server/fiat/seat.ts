import type { FiatOutcome } from '#domain/fiat/orders.ts';
import { FIAT_OUTCOMES } from '#domain/fiat/orders.ts';
import type { Usdt } from '#domain/money.ts';
import type { Seat } from '#server/providers/index.ts';

/** How somebody pays. `coin`: with a coin that we have no network for. `other`: what has no word here. */
export const PAY_METHODS = ['card', 'apple_pay', 'google_pay', 'bank', 'coin', 'other'] as const;
export type PayMethod = (typeof PAY_METHODS)[number];

/** A currency that is taken. Bounds of one payment in hundredths. */
export interface TakenFiat {
  readonly code: string;
  readonly min: bigint;
  readonly max: bigint;
}

/** What a provider offers for a payment. Fiat in hundredths, `receive` in 10^-6. */
export interface Offer {
  /** Of the provider: stands in stored rows, at most 60 characters. */
  readonly method: string;
  readonly pays: PayMethod;
  /** Who is paid, as people know them. */
  readonly label: string;
  readonly fee: bigint;
  readonly receive: Usdt;
  /** How long it usually takes. */
  readonly seconds: number;
  /** The provider wants to see a document of identity. */
  readonly needsId: boolean;
}

export interface AskedOffer {
  readonly fiat: string;
  readonly amount: bigint;
  /** ISO 3166-1 alpha-2; null: not known. */
  readonly country: string | null;
}

export interface OrderAsked {
  /** Ours. A second request with it begins no second order where the provider can hold to it. */
  readonly reference: string;
  readonly fiat: string;
  readonly amount: bigint;
  readonly method: string;
  readonly receive: Usdt;
  /** Where whoever has paid is led back to. */
  readonly back: string;
}

type Failed = { readonly kind: 'failed'; readonly why: string };
/** `failed`: nothing is known of it, and it may be asked again. `refused`: the provider does not take it, and will not. */
export type Begun =
  | { readonly kind: 'begun'; readonly theirs: string | null; readonly url: string }
  | { readonly kind: 'failed' | 'refused'; readonly why: string };

/** How an order stands at its provider. `status`: a word of the provider's. */
export interface OrderStands {
  readonly theirs: string;
  readonly status: string;
  readonly paidFiat: string | null;
  readonly paid: bigint | null;
  readonly brings: Usdt | null;
}
export type Looked = ({ readonly kind: 'found' } & OrderStands) | { readonly kind: 'none' } | Failed;

/** One line of what a provider says it has done. */
export interface StatementLine {
  readonly reference: string;
  readonly status: string;
  readonly brings: Usdt | null;
}

export interface RampTypes {
  /**
   * firm: it brings what was offered. refunds, chargebacks: it tells of them. statement: it lists what it has done, so that it can be compared
   * with our books. freshPage: its page is good once, or for a few minutes, so that each press makes another.
   */
  readonly capability: 'firm' | 'refunds' | 'chargebacks' | 'statement' | 'freshPage';
  readonly outcome: FiatOutcome;
  readonly calls: {
    readonly fiats: () => Promise<{ readonly kind: 'found'; readonly fiats: readonly TakenFiat[] } | Failed>;
    readonly offers: (
      asked: AskedOffer,
    ) => Promise<{ readonly kind: 'found'; readonly offers: readonly Offer[] } | Failed>;
    readonly create: (asked: OrderAsked) => Promise<Begun>;
    readonly look: (order: { readonly reference: string; readonly theirs: string | null }) => Promise<Looked>;
    /** What it has done since then (ms). */
    readonly statement: (
      since: number,
    ) => Promise<{ readonly kind: 'found'; readonly lines: readonly StatementLine[] } | Failed>;
  };
}

/** Companies that take money of people for us: fiat, and coins that we have no network for. What becomes of an order is what they say when they are asked. */
export const RAMP_SEAT: Seat<RampTypes> = {
  name: 'fiat',
  capabilities: ['firm', 'refunds', 'chargebacks', 'statement', 'freshPage'],
  outcomes: FIAT_OUTCOMES,
};
