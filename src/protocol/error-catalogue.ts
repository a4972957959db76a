import type { RefusalCode, UploadDocument } from '#domain/refusals.ts';

export const ACTIONS = ['deposit', 'okay', 'settings', 'support', 'close', 'verify'] as const;
export type Action = (typeof ACTIONS)[number];

/** Codes of the specification that nothing refuses with yet; the reference page and the texts hold them already. */
export type SpecifiedCode = 'WrongToken' | 'EstimateError' | 'RewardsError' | 'PromoCodeRequired';

export type CatalogueCode = RefusalCode | SpecifiedCode;

export interface CatalogueEntry {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 422 | 429 | 500 | 503;
  readonly action: Action;
  /** Translation keys of the namespace `errors`. */
  readonly title: string;
  readonly message: string;
  /** Seconds for `Retry-After`, where fixed. */
  readonly retryAfter?: number;
  /** `details.reason` -> its action; its text is the key `<code>.reason.<reason>`, used in place of `message`. */
  readonly reasons?: Readonly<Record<string, Action>>;
}

/** Formats of the files that are taken as a document: `{formats}` of the message of UploadError WRONG_FORMAT_FILE. */
export const UPLOAD_FORMATS: Readonly<Record<UploadDocument, readonly string[]>> = {
  avatar: ['PNG', 'JPEG', 'WebP'],
  post: ['PNG', 'JPEG', 'WebP'],
  ticket: ['PNG', 'JPEG', 'WebP', 'PDF'],
  governmentId: ['PNG', 'JPEG', 'WebP', 'PDF'],
  proofOfResidence: ['PNG', 'JPEG', 'WebP', 'PDF'],
  selfieWithId: ['PNG', 'JPEG', 'WebP'],
  complianceVideo: ['MP4', 'WebM'],
};

const text = (code: CatalogueCode) => ({ title: `${code}.title`, message: `${code}.message` });

/** What each refusal looks like outside: HTTP status, button, texts (docs/rules/api.md#refusals). */
export const ERROR_CATALOGUE: Readonly<Record<CatalogueCode, CatalogueEntry>> = {
  InvalidRequest: { status: 400, action: 'okay', ...text('InvalidRequest') },
  NotSignedIn: { status: 401, action: 'okay', ...text('NotSignedIn') },
  PermissionsError: { status: 403, action: 'okay', ...text('PermissionsError') },
  ViewOnly: { status: 403, action: 'okay', ...text('ViewOnly') },
  SecondFactorRequired: { status: 403, action: 'settings', ...text('SecondFactorRequired') },
  ActRefused: { status: 422, action: 'okay', ...text('ActRefused') },
  NotFound: { status: 404, action: 'okay', ...text('NotFound'), reasons: { archived: 'support' } },
  MethodNotAllowed: { status: 405, action: 'okay', ...text('MethodNotAllowed') },
  RequestExpired: { status: 422, action: 'okay', ...text('RequestExpired') },
  IdempotencyConflict: {
    status: 409,
    action: 'okay',
    ...text('IdempotencyConflict'),
    reasons: { running: 'okay' },
  },
  MarketClosed: { status: 422, action: 'okay', ...text('MarketClosed') },
  DurationUnavailable: { status: 422, action: 'okay', ...text('DurationUnavailable') },
  StakeLimit: { status: 422, action: 'okay', ...text('StakeLimit') },
  PriceFeedError: { status: 503, action: 'okay', retryAfter: 2, ...text('PriceFeedError') },
  PlacingPaused: { status: 503, action: 'okay', retryAfter: 30, ...text('PlacingPaused') },
  UnavailableBet: { status: 429, action: 'okay', retryAfter: 1, ...text('UnavailableBet') },
  PayoutChanged: { status: 422, action: 'okay', ...text('PayoutChanged') },
  ExposureLimit: {
    status: 422,
    action: 'okay',
    ...text('ExposureLimit'),
    reasons: { own: 'okay', pair_full: 'okay', own_full: 'okay' },
  },
  NoBalance: { status: 422, action: 'deposit', ...text('NoBalance') },
  OrderRejected: {
    status: 422,
    action: 'okay',
    ...text('OrderRejected'),
    reasons: {
      post_only: 'okay',
      no_fill: 'okay',
      no_shares: 'okay',
      no_exit: 'okay',
      exit_full: 'okay',
      no_sets: 'okay',
      too_many: 'okay',
    },
  },
  EventRestricted: {
    status: 422,
    action: 'okay',
    ...text('EventRestricted'),
    reasons: { listed: 'support', unsaid: 'okay' },
  },
  RateLimit: { status: 429, action: 'okay', ...text('RateLimit') },
  UnexpectedError: { status: 500, action: 'support', ...text('UnexpectedError') },
  LimitReached: { status: 422, action: 'settings', ...text('LimitReached'), reasons: { could_pass: 'settings' } },
  SelfExcluded: { status: 422, action: 'okay', ...text('SelfExcluded') },
  StepUpRequired: { status: 403, action: 'okay', ...text('StepUpRequired') },
  WrongCredentials: { status: 422, action: 'okay', ...text('WrongCredentials') },
  ChallengeRequired: { status: 429, action: 'okay', ...text('ChallengeRequired') },
  RegionNotServed: { status: 422, action: 'close', ...text('RegionNotServed') },
  TooYoung: { status: 422, action: 'close', ...text('TooYoung') },
  IncorrectToken: { status: 422, action: 'okay', ...text('IncorrectToken') },
  WrongToken: { status: 422, action: 'okay', ...text('WrongToken') },
  UnavailableToken: { status: 422, action: 'okay', ...text('UnavailableToken') },
  EstimateError: { status: 503, action: 'okay', retryAfter: 30, ...text('EstimateError') },
  OTPInvalid: { status: 422, action: 'okay', ...text('OTPInvalid') },
  LinkUsed: { status: 422, action: 'okay', ...text('LinkUsed') },
  LinkExpired: { status: 422, action: 'okay', ...text('LinkExpired') },
  WrongDigits: { status: 422, action: 'okay', ...text('WrongDigits') },
  SignInOver: { status: 422, action: 'okay', ...text('SignInOver') },
  SetupOver: { status: 422, action: 'okay', ...text('SetupOver') },
  PasskeyUnknown: { status: 422, action: 'okay', ...text('PasskeyUnknown') },
  PasskeyFailed: { status: 422, action: 'okay', ...text('PasskeyFailed') },
  TooManyPasskeys: { status: 422, action: 'okay', ...text('TooManyPasskeys') },
  PlayBalance: { status: 422, action: 'okay', ...text('PlayBalance') },
  PayoutHold: { status: 422, action: 'okay', ...text('PayoutHold') },
  PayoutsHeld: { status: 422, action: 'support', ...text('PayoutsHeld') },
  PaymentLimit: { status: 422, action: 'okay', ...text('PaymentLimit'), reasons: { used_up: 'okay' } },
  PayeeUnconfirmed: { status: 422, action: 'okay', ...text('PayeeUnconfirmed') },
  PayeeSelf: { status: 422, action: 'okay', ...text('PayeeSelf') },
  PayeeBlocked: { status: 422, action: 'okay', ...text('PayeeBlocked') },
  PayeeClosed: { status: 422, action: 'okay', ...text('PayeeClosed') },
  PayeeDemo: { status: 422, action: 'okay', ...text('PayeeDemo') },
  PayeeUnavailable: { status: 422, action: 'okay', ...text('PayeeUnavailable') },
  AddressKnown: { status: 422, action: 'okay', ...text('AddressKnown') },
  AddressRefused: {
    status: 422,
    action: 'okay',
    ...text('AddressRefused'),
    reasons: { listed: 'support', own: 'okay' },
  },
  AddressWaits: { status: 422, action: 'okay', ...text('AddressWaits') },
  AddressUnsaved: { status: 422, action: 'okay', ...text('AddressUnsaved') },
  WalletUnproved: { status: 422, action: 'okay', ...text('WalletUnproved') },
  WalletProofFailed: {
    status: 422,
    action: 'okay',
    ...text('WalletProofFailed'),
    reasons: { over: 'okay', wrong: 'okay' },
  },
  FeeChanged: { status: 422, action: 'okay', ...text('FeeChanged') },
  RateChanged: { status: 422, action: 'okay', ...text('RateChanged') },
  WithdrawalRefused: { status: 422, action: 'support', ...text('WithdrawalRefused') },
  WithdrawalOver: { status: 422, action: 'okay', ...text('WithdrawalOver') },
  AddressesFull: { status: 422, action: 'okay', ...text('AddressesFull') },
  IdeaLimit: { status: 422, action: 'okay', ...text('IdeaLimit') },
  IdeaClosed: { status: 422, action: 'okay', ...text('IdeaClosed') },
  AlertLimit: { status: 422, action: 'okay', ...text('AlertLimit') },
  CommentLimit: { status: 422, action: 'okay', ...text('CommentLimit') },
  CommentRepeated: { status: 422, action: 'okay', ...text('CommentRepeated') },
  CommentOver: { status: 422, action: 'okay', ...text('CommentOver') },
  TicketLimit: { status: 422, action: 'okay', ...text('TicketLimit') },
  TicketClosed: { status: 422, action: 'okay', ...text('TicketClosed') },
  PaymentOver: { status: 422, action: 'okay', ...text('PaymentOver') },
  PaymentRequestOver: { status: 422, action: 'okay', ...text('PaymentRequestOver') },
  FiatUnavailable: { status: 422, action: 'okay', ...text('FiatUnavailable') },
  FiatAmount: { status: 422, action: 'okay', ...text('FiatAmount') },
  FiatOfferChanged: { status: 422, action: 'okay', ...text('FiatOfferChanged') },
  FiatOrderOpen: { status: 422, action: 'okay', ...text('FiatOrderOpen') },
  FiatOrderOver: { status: 422, action: 'okay', ...text('FiatOrderOver') },
  DepositLimit: { status: 422, action: 'okay', ...text('DepositLimit') },
  PaymentRequestsFull: { status: 422, action: 'okay', ...text('PaymentRequestsFull') },
  UserNotFound: { status: 404, action: 'okay', ...text('UserNotFound') },
  UploadError: {
    status: 422,
    action: 'support',
    ...text('UploadError'),
    reasons: {
      PENDING_APPROVE: 'support',
      APPROVED: 'okay',
      BLOCKED: 'support',
      UNREADABLE_IMAGE: 'okay',
      GOVERNMENT_ID_REQUIRED: 'okay',
      NAME_REQUIRED: 'okay',
      WRONG_FORMAT_FILE: 'okay',
      VIDEO_UNAVAILABLE: 'support',
      TOO_MANY_FILES: 'okay',
    },
  },
  VerificationError: {
    status: 422,
    action: 'verify',
    ...text('VerificationError'),
    reasons: {
      hasDeposit: 'deposit',
      ofac_PENDING_NAME: 'verify',
      ofac_PENDING_APPROVE: 'okay',
      ofac_BLOCKED: 'support',
      document_PENDING_DOCUMENT: 'verify',
      document_PENDING_APPROVE: 'okay',
      document_REJECTED: 'verify',
      document_BLOCKED: 'support',
      email: 'settings',
      account_problem: 'support',
    },
  },
  UserAlreadyExists: { status: 409, action: 'okay', ...text('UserAlreadyExists') },
  InvalidEmail: { status: 422, action: 'okay', ...text('InvalidEmail') },
  SomethingWentWrong: { status: 422, action: 'support', ...text('SomethingWentWrong') },
  NotificationsError: { status: 503, action: 'support', retryAfter: 5, ...text('NotificationsError') },
  RewardsError: { status: 503, action: 'close', retryAfter: 5, ...text('RewardsError') },
  PromoCodeRequired: { status: 422, action: 'okay', ...text('PromoCodeRequired') },
  TickRange: { status: 422, action: 'okay', ...text('TickRange') },
  SaleLapsed: {
    status: 422,
    action: 'close',
    ...text('SaleLapsed'),
    reasons: {
      not_entered: 'close',
      too_short: 'close',
      too_late: 'close',
      over: 'close',
      no_price: 'close',
      below_minimum: 'close',
    },
  },
};

export const CATALOGUE_CODES = Object.keys(ERROR_CATALOGUE) as CatalogueCode[];
