import type { RefusalCode } from '#domain/refusals.ts';

export type Action = 'deposit' | 'okay' | 'settings' | 'support' | 'close' | 'verify';
/** Later issues add to the union as their refusals come to exist. */
export type CatalogueCode = RefusalCode;

export interface CatalogueEntry {
  readonly status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 503;
  readonly action: Action;
  /** Translation keys of the namespace `errors`. */
  readonly title: string;
  readonly message: string;
  /** Seconds for `Retry-After`, where fixed. */
  readonly retryAfter?: number;
}

const text = (code: CatalogueCode) => ({ title: `${code}.title`, message: `${code}.message` });

export const ERROR_CATALOGUE: Readonly<Record<CatalogueCode, CatalogueEntry>> = {
  InvalidRequest: { status: 400, action: 'okay', ...text('InvalidRequest') },
  NotSignedIn: { status: 401, action: 'okay', ...text('NotSignedIn') },
  PermissionsError: { status: 403, action: 'okay', ...text('PermissionsError') },
  NotFound: { status: 404, action: 'okay', ...text('NotFound') },
  IdempotencyConflict: { status: 409, action: 'okay', ...text('IdempotencyConflict') },
  MarketClosed: { status: 422, action: 'okay', ...text('MarketClosed') },
  DurationUnavailable: { status: 422, action: 'okay', ...text('DurationUnavailable') },
  StakeLimit: { status: 422, action: 'okay', ...text('StakeLimit') },
  PriceFeedError: { status: 503, action: 'okay', retryAfter: 2, ...text('PriceFeedError') },
  UnavailableBet: { status: 429, action: 'okay', retryAfter: 1, ...text('UnavailableBet') },
  PayoutChanged: { status: 422, action: 'okay', ...text('PayoutChanged') },
  ExposureLimit: { status: 422, action: 'okay', ...text('ExposureLimit') },
  NoBalance: { status: 422, action: 'deposit', ...text('NoBalance') },
  RateLimit: { status: 429, action: 'okay', ...text('RateLimit') },
  UnexpectedError: { status: 500, action: 'support', ...text('UnexpectedError') },
};
