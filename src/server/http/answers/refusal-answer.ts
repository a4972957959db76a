import { fiatText } from '#domain/fiat/orders.ts';
import { usdt } from '#domain/money.ts';
import type { Refusal } from '#domain/refusals.ts';
import { moneyPair, toIso, toIsoOrNull } from '#protocol/codecs.ts';
import { ERROR_CATALOGUE } from '#protocol/error-catalogue.ts';
import type { RefusalBody } from '#protocol/site.ts';
import type { Locale } from '#server/routing/language.ts';
import type { RefusalTexts } from '../documents/texts.ts';

export interface RefusalAnswer {
  readonly status: number;
  readonly body: RefusalBody;
  /** Seconds; null: no such header. */
  readonly retryAfter: number | null;
}

interface Asked {
  readonly locale: Locale;
  readonly requestId: string;
}

/** A refusal as every route answers it: status, texts in the reader's language, details as plain JSON. */
export function refusalAnswer(refusal: Refusal, texts: RefusalTexts, asked: Asked): RefusalAnswer {
  const answer = answerOf(refusal, texts, asked);
  return refusal.code === 'UnexpectedError' && refusal.passing === true ? { ...answer, ...OUTAGE } : answer;
}

/** What we lean on is away for a moment: the same code as a crash, another status, and when to come back (seconds). */
const OUTAGE = { status: 503, retryAfter: 2 } as const;

function answerOf(refusal: Refusal, texts: RefusalTexts, asked: Asked): RefusalAnswer {
  const entry = ERROR_CATALOGUE[refusal.code];
  const details = wireDetails(refusal);
  return {
    status: entry.status,
    retryAfter: retryAfterOf(refusal),
    body: {
      error: {
        code: refusal.code,
        ...texts.of(refusal.code, asked.locale, details),
        // A reason may lead elsewhere than its code: an address to confirm is no document to send.
        action: reasonOf(refusal, entry.reasons) ?? entry.action,
        details,
      },
      requestId: asked.requestId,
    },
  };
}

function reasonOf<T>(refusal: Refusal, reasons: Readonly<Record<string, T>> | undefined): T | undefined {
  return 'reason' in refusal && refusal.reason !== undefined ? reasons?.[refusal.reason] : undefined;
}

function retryAfterOf(refusal: Refusal): number | null {
  if (refusal.code === 'RateLimit' || refusal.code === 'ChallengeRequired')
    return Math.max(1, Math.ceil(refusal.retryAfterMs / 1_000));
  if (refusal.code === 'IdempotencyConflict' && refusal.reason === 'running') return 1;
  return ERROR_CATALOGUE[refusal.code].retryAfter ?? null;
}

/** Thousandths of a share as prices. */
function sharePrices(milli: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(milli).map(([field, price]) => [field, price / 1_000]));
}

function saleDetails(refusal: Extract<Refusal, { code: 'SaleLapsed' }>): Record<string, unknown> {
  const credit = refusal.reason === 'below_minimum' ? moneyPair('credit', usdt(refusal.credit)) : {};
  return { reason: refusal.reason, ...credit };
}

function limitDetails(refusal: Extract<Refusal, { code: 'LimitReached' }>): Record<string, unknown> {
  const { limit, amount, until } = refusal;
  const reason = 'reason' in refusal && refusal.reason !== undefined ? { reason: refusal.reason } : {};
  return { limit, ...reason, ...(amount === null ? {} : moneyPair('amount', usdt(amount))), until: toIsoOrNull(until) };
}

/** What a refusal says of itself, where that is text already. */
function asGiven({
  code: _code,
  ...given
}: Extract<Refusal, { code: 'PermissionsError' | 'NotFound' | 'ActRefused' }>) {
  return given;
}

function personDetails(
  refusal: Extract<Refusal, { code: 'RegionNotServed' | 'TooYoung' | 'UserAlreadyExists' }>,
): Record<string, unknown> {
  if (refusal.code === 'TooYoung') return { age: refusal.age };
  if (refusal.code === 'RegionNotServed') return { country: refusal.country };
  return refusal.email === undefined ? {} : { email: refusal.email };
}

/** What a refused payment says. */
function paymentDetails(
  refusal: Extract<Refusal, { readonly code: 'PlayBalance' | 'PayoutHold' | 'PaymentLimit' | 'PayeeUnconfirmed' }>,
): Record<string, unknown> {
  switch (refusal.code) {
    case 'PlayBalance':
      return { ...moneyPair('amount', usdt(refusal.left)), ...moneyPair('free', usdt(refusal.free)) };
    case 'PayoutHold':
      return { until: toIso(refusal.until) };
    case 'PaymentLimit':
      return {
        ...(refusal.reason === undefined ? {} : { reason: refusal.reason }),
        ...moneyPair('min', usdt(refusal.min)),
        ...moneyPair('max', usdt(refusal.max)),
      };
    case 'PayeeUnconfirmed':
      return { payee: refusal.payee, name: refusal.name, avatar: refusal.avatar };
  }
}

/** What is said of an address to which nothing is paid, or not yet. */
function addressDetails(
  refusal: Extract<Refusal, { code: 'AddressWaits' | 'AddressRefused' | 'WalletProofFailed' }>,
): Record<string, unknown> {
  return refusal.code === 'AddressWaits' ? { until: toIso(refusal.until) } : { reason: refusal.reason };
}

/** 10^-6. */
function amountOf(
  refusal: Extract<Refusal, { code: 'WalletUnproved' | 'FeeChanged' | 'FiatOfferChanged' | 'DepositLimit' }>,
): bigint {
  if (refusal.code === 'WalletUnproved') return refusal.most;
  if (refusal.code === 'FeeChanged') return refusal.fee;
  return refusal.code === 'FiatOfferChanged' ? refusal.receive : refusal.room;
}

/** Whose code says all there is to say. */
const WITHOUT_DETAILS = [
  'SecondFactorRequired',
  'MethodNotAllowed',
  'PriceFeedError',
  'UnavailableBet',
  'NoBalance',
  'RateLimit',
  'TickRange',
  'UnexpectedError',
  'WrongCredentials',
  'IncorrectToken',
  'LinkUsed',
  'LinkExpired',
  'WrongDigits',
  'SignInOver',
  'OTPInvalid',
  'SetupOver',
  'PasskeyUnknown',
  'PasskeyFailed',
  'TooManyPasskeys',
  'UserNotFound',
  'InvalidEmail',
  'SomethingWentWrong',
  'NotificationsError',
  'AddressKnown',
  'AddressUnsaved',
  'WithdrawalRefused',
  'WithdrawalOver',
  'PayoutsHeld',
  'PayeeSelf',
  'PayeeBlocked',
  'PayeeClosed',
  'PayeeDemo',
  'PayeeUnavailable',
  'PaymentOver',
  'IdeaLimit',
  'IdeaClosed',
  'AlertLimit',
  'CommentLimit',
  'CommentRepeated',
  'CommentOver',
  'TicketLimit',
  'TicketClosed',
  'PaymentRequestOver',
  'FiatUnavailable',
  'FiatOrderOpen',
  'FiatOrderOver',
  'UnavailableToken',
  'ViewOnly',
] as const;
type WithoutDetails = Extract<Refusal, { readonly code: (typeof WITHOUT_DETAILS)[number] }>;
const hasNoDetails = (refusal: Refusal): refusal is WithoutDetails =>
  (WITHOUT_DETAILS as readonly string[]).includes(refusal.code);

/** Details of the API contract: money as number and text, payout as a fraction, times ISO 8601. */
export function wireDetails(refusal: Refusal): Record<string, unknown> {
  if (hasNoDetails(refusal)) return {};
  switch (refusal.code) {
    case 'InvalidRequest':
      return { fields: refusal.fields, ...(refusal.steps === undefined ? {} : { steps: sharePrices(refusal.steps) }) };
    case 'PermissionsError':
    case 'NotFound':
    case 'ActRefused':
      return asGiven(refusal);
    case 'AddressWaits':
    case 'AddressRefused':
    case 'WalletProofFailed':
      return addressDetails(refusal);
    case 'RateChanged':
      return { rate: refusal.rate };
    case 'WalletUnproved':
    case 'FeeChanged':
    case 'FiatOfferChanged':
    case 'DepositLimit':
      return moneyPair('amount', usdt(amountOf(refusal)));
    case 'FiatAmount':
      return { fiat: refusal.fiat, least: fiatText(refusal.min), most: fiatText(refusal.max) };
    case 'AddressesFull':
    case 'PaymentRequestsFull':
      return { most: refusal.most };
    case 'RequestExpired':
      return { validUntil: toIso(refusal.validUntil) };
    case 'MarketClosed':
      return { nextOpen: toIsoOrNull(refusal.nextOpen) };
    case 'DurationUnavailable':
      return { durations: [...refusal.durations] };
    case 'PlayBalance':
    case 'PayoutHold':
    case 'PaymentLimit':
    case 'PayeeUnconfirmed':
      return paymentDetails(refusal);
    case 'StakeLimit':
      return { ...moneyPair('min', usdt(refusal.min)), ...moneyPair('max', usdt(refusal.max)) };
    case 'PayoutChanged':
      return { payout: refusal.payoutBps / 10_000 };
    case 'SaleLapsed':
      return saleDetails(refusal);
    case 'ExposureLimit':
      return { reason: refusal.reason, ...moneyPair('available', usdt(refusal.available)) };
    case 'UploadError':
      return { reason: refusal.reason, document: refusal.document };
    case 'VerificationError':
      return { reason: refusal.reason, ...(refusal.document === undefined ? {} : { document: refusal.document }) };
    case 'OrderRejected':
    case 'EventRestricted':
    case 'IdempotencyConflict':
      return { reason: refusal.reason };
    case 'LimitReached':
      return limitDetails(refusal);
    case 'SelfExcluded':
      return { until: toIsoOrNull(refusal.until) };
    case 'StepUpRequired':
      return { methods: [...refusal.methods] };
    case 'ChallengeRequired':
      return { challenge: refusal.challenge, difficulty: refusal.difficulty };
    case 'RegionNotServed':
    case 'TooYoung':
    case 'UserAlreadyExists':
      return personDetails(refusal);
    case 'PlacingPaused':
      return refusal.mode === undefined ? {} : { mode: refusal.mode, until: toIsoOrNull(refusal.until ?? null) };
    case 'NotSignedIn':
      return refusal.header === undefined ? {} : { header: refusal.header };
  }
}
