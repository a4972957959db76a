import type { Permission } from './office/permissions.ts';
import type { DocumentName } from './verification/documents.ts';
import type { Pause } from './settings/modes.ts';

/**
 * Every expected "no", as values. The order of the gates of a prediction is the order of `PREDICTION_GATES`;
 * the error catalogue in `protocol` gives each code its HTTP status, texts and action.
 */
export type Refusal =
  /** `steps`: of each field that is `step`, how far the prices around it are apart, thousandths. */
  | { code: 'InvalidRequest'; fields: Readonly<Record<string, FieldFault>>; steps?: Readonly<Record<string, number>> }
  /** `header`: it is not believed to come from a page of ours, for it lacks this one. */
  | { code: 'NotSignedIn'; header?: string }
  /** `permission`: which one is missing, in the back office. */
  | { code: 'PermissionsError'; permission?: Permission }
  /** Staff who sees the product as somebody else: nothing is changed so, nor taken away. */
  | { code: 'ViewOnly' }
  /** Staff whose logins take a password alone. */
  | { code: 'SecondFactorRequired' }
  /** Of the back office: a rule refuses an act to this person, or now. `why`: the rule, in English. */
  | { code: 'ActRefused'; why: string }
  /** `archived`: it is kept, but not where it can be read from here. */
  | { code: 'NotFound'; reason?: 'archived' }
  /** The address is known, but not with this method. */
  | { code: 'MethodNotAllowed' }
  /** It was to be decided by `validUntil` (ms) and came later: nothing was done. */
  | { code: 'RequestExpired'; validUntil: number }
  /** Its Idempotency-Key was used before: with other content, or for a request that is still running. */
  | { code: 'IdempotencyConflict'; reason: 'content' | 'running' }
  | { code: 'MarketClosed'; nextOpen: number | null }
  | { code: 'DurationUnavailable'; durations: readonly number[] }
  | { code: 'StakeLimit'; min: bigint; max: bigint }
  | { code: 'PriceFeedError' }
  /** The house takes nothing new for now; what is open goes on. `mode`: an operator said so, until a planned moment (ms) or an unknown one. */
  | { code: 'PlacingPaused'; mode?: Pause['mode']; until?: number | null }
  | { code: 'UnavailableBet' }
  | { code: 'PayoutChanged'; payoutBps: number }
  /** `available`: what still fits; none where that is less than a stake may be. */
  | { code: 'ExposureLimit'; reason: ExposureReason; available: bigint }
  | { code: 'NoBalance' }
  /** Nothing was sold. `credit`: what the sale would have brought. */
  | { code: 'SaleLapsed'; reason: 'below_minimum'; credit: bigint }
  | { code: 'SaleLapsed'; reason: SaleReason }
  | { code: 'OrderRejected'; reason: OrderReason }
  | { code: 'RateLimit'; retryAfterMs: number }
  | { code: 'TickRange' }
  /** `passing`: something we depend on is away for a moment; nothing is wrong with the request. */
  | { code: 'UnexpectedError'; passing?: true }
  /** `document`: the one that holds back, where one does. */
  | { code: 'VerificationError'; reason: VerificationReason; document?: DocumentName }
  | {
      code: 'LimitReached';
      limit: Exclude<LimitKind, 'session' | 'time_out'>;
      amount: bigint;
      until: null;
      /** It is not used up by what was lost: what is open, or this one, could pass it. */
      reason?: 'could_pass';
    }
  | { code: 'LimitReached'; limit: 'session'; amount: null; until: null }
  | { code: 'LimitReached'; limit: 'time_out'; amount: null; until: number }
  | { code: 'SelfExcluded'; until: number | null }
  | { code: 'StepUpRequired'; methods: readonly StepUpMethod[] }
  | { code: 'WrongCredentials' }
  | { code: 'ChallengeRequired'; challenge: string; difficulty: number; retryAfterMs: number }
  | { code: 'RegionNotServed'; country: string }
  /** `age`: from which a person of their country may play. */
  | { code: 'TooYoung'; age: number }
  /** A link that we did not make. */
  | { code: 'IncorrectToken' }
  | { code: 'LinkUsed' }
  | { code: 'LinkExpired' }
  /** The six digits of a mail. */
  | { code: 'WrongDigits' }
  /** A sign-in that was begun is not there any more: a second step, a sign-in elsewhere, a form. */
  | { code: 'SignInOver' }
  /** A wrong code of the app, or a wrong recovery code. */
  | { code: 'OTPInvalid' }
  /** No new secret of an app is waiting for its first code. */
  | { code: 'SetupOver' }
  /** A passkey that was removed here, or never arrived. */
  | { code: 'PasskeyUnknown' }
  /** What a passkey said proves nothing. */
  | { code: 'PasskeyFailed' }
  | { code: 'TooManyPasskeys' }
  | { code: 'UserNotFound' }
  /** `email`: of whoever has proven that it is their own; they may set a new password by it. */
  | { code: 'UserAlreadyExists'; email?: string }
  | { code: 'InvalidEmail' }
  | { code: 'SomethingWentWrong' }
  | { code: 'NotificationsError' }
  /** `left`: what is still to be played; `free`: what of the cash may leave before. */
  | { code: 'PlayBalance'; left: bigint; free: bigint }
  /** Nothing leaves until then, because what protects the account has changed. */
  | { code: 'PayoutHold'; until: number }
  /** Staff keeps the person's money from leaving. */
  | { code: 'PayoutsHeld' }
  /** `used_up`: nothing more may be paid for now; else one payment may be from `min` to `max`. */
  | { code: 'PaymentLimit'; reason?: 'used_up'; min: bigint; max: bigint }
  /** A first payment to somebody: it is made when `payee` is sent as `confirmed`. */
  | { code: 'PayeeUnconfirmed'; payee: string; name: string; avatar: string | null }
  | { code: 'PayeeSelf' }
  | { code: 'PayeeBlocked' }
  | { code: 'PayeeClosed' }
  /** A practice account: money of another realm. */
  | { code: 'PayeeDemo' }
  /** They take a break, or trade with real money no more: it is not said which. */
  | { code: 'PayeeUnavailable' }
  /** Too late to recall it: the payee has it, or it was recalled before. */
  | { code: 'PaymentOver' }
  /** It was paid, or has ended. */
  | { code: 'PaymentRequestOver' }
  /** So many requests of a person are open at once, and no more. */
  | { code: 'PaymentRequestsFull'; most: number }
  /** Of the specification: nothing is paid out in this coin now. */
  | { code: 'UnavailableToken' }
  /** No provider takes it now. */
  | { code: 'FiatUnavailable' }
  /** Hundredths of the currency. */
  | { code: 'FiatAmount'; fiat: string; min: bigint; max: bigint }
  /** The offer brings less by now. */
  | { code: 'FiatOfferChanged'; receive: bigint }
  | { code: 'FiatOrderOpen' }
  | { code: 'FiatOrderOver' }
  /** What their own deposit limits have room for. */
  | { code: 'DepositLimit'; room: bigint }
  /** This network with this memo or tag is saved already, by another entry. */
  | { code: 'AddressKnown' }
  /** Nothing is paid to it: a list of sanctions has it (`listed`), or it is where somebody deposits here (`own`). */
  | { code: 'AddressRefused'; reason: 'listed' | 'own' }
  /** Nothing is paid to it before `until`: it was saved or changed a moment ago. */
  | { code: 'AddressWaits'; until: number }
  /** The person has withdrawals go to saved addresses alone, and this is none. */
  | { code: 'AddressUnsaved' }
  /** More than `most` (10^-6) in 24 hours goes only to a wallet that its person proved to be theirs. */
  | { code: 'WalletUnproved'; most: bigint }
  /** `over`: the text to sign was used, or its time has passed; `wrong`: the signature is not of the key of this address, or of another text. */
  | { code: 'WalletProofFailed'; reason: 'over' | 'wrong' }
  /** The fee is another than the one that was estimated: `fee`, 10^-6. */
  | { code: 'FeeChanged'; fee: bigint }
  /** `rate`: what one of the coin costs now. */
  | { code: 'RateChanged'; rate: string }
  /** The policy of payouts takes no such withdrawal. Which of its rules is not told. */
  | { code: 'WithdrawalRefused' }
  /** Too late to cancel it: it is signed, or has ended. */
  | { code: 'WithdrawalOver' }
  /** So many ideas are taken of one person in a day. */
  | { code: 'IdeaLimit' }
  /** It was decided on: votes for it count no more. */
  | { code: 'IdeaClosed' }
  /** Of a market of an event: the person is kept from it (`listed`), or has not said yet that they are none of those who may not trade it. */
  | { code: 'EventRestricted'; reason: 'listed' | 'unsaid' }
  /** So many alerts of one person wait at once. */
  | { code: 'AlertLimit' }
  /** So many comments are taken of one person in an hour. */
  | { code: 'CommentLimit' }
  /** The person wrote the same within a day. */
  | { code: 'CommentRepeated' }
  /** The text of a comment is changed for a few minutes only. */
  | { code: 'CommentOver' }
  /** So many tickets of support, or messages in one, are taken in a day. */
  | { code: 'TicketLimit' }
  /** The ticket has ended: a new one may refer to it. */
  | { code: 'TicketClosed' }
  /** More addresses may not be saved. */
  | { code: 'AddressesFull'; most: number }
  | { code: 'UploadError'; reason: UploadReason; document: UploadDocument };

/** What may be wrong with a field of a request: the values of `details.fields` of InvalidRequest. */
export const FIELD_FAULTS = [
  'missing',
  'unknown',
  'malformed',
  'too_small',
  'too_large',
  /** More decimals than count. */
  'decimals',
  /** Between two prices of a book: `details.steps` says how far they are apart there. */
  'step',
  'not_json',
  'no_lower',
  'no_upper',
  'no_digit',
  'no_special',
  'common',
  'same',
] as const;
export type FieldFault = (typeof FIELD_FAULTS)[number];

export type VerificationReason =
  | 'hasDeposit'
  | 'ofac_PENDING_NAME'
  | 'ofac_PENDING_APPROVE'
  | 'ofac_BLOCKED'
  | 'document_PENDING_DOCUMENT'
  | 'document_PENDING_APPROVE'
  | 'document_REJECTED'
  | 'document_BLOCKED'
  | 'email'
  | 'account_problem';
export type UploadReason =
  | 'PENDING_APPROVE'
  | 'APPROVED'
  | 'BLOCKED'
  | 'UNREADABLE_IMAGE'
  | 'GOVERNMENT_ID_REQUIRED'
  | 'NAME_REQUIRED'
  | 'WRONG_FORMAT_FILE'
  /** There is nothing here that looks into videos. */
  | 'VIDEO_UNAVAILABLE'
  /** Its message, or its ticket, has as many as it takes. */
  | 'TOO_MANY_FILES';
/** What was uploaded: the picture of a profile or of a post, a file of a ticket, or a document of verification. */
export type UploadDocument = 'avatar' | 'post' | 'ticket' | DocumentName;
/** Why a book does not take an order: nothing of it is locked. */
export type OrderReason =
  /** `postOnly`, and it would meet a resting order. */
  | 'post_only'
  /** FOK that cannot be filled whole, or a market order that meets nobody. */
  | 'no_fill'
  /** Sells more shares than are free. */
  | 'no_shares'
  /** Rules were not clarified lately: nobody leaves at a fair price. */
  | 'no_exit'
  /** The house has taken as much from those who left as it may. */
  | 'exit_full'
  /** Full sets are of events with several outcomes, whose books share one pool. */
  | 'no_sets'
  /** More resting orders than one person may have. */
  | 'too_many';
/** Why an early sale was not made; but for `over` the prediction stays open. */
export type SaleReason =
  /** It waits for its entry price. */
  | 'not_entered'
  /** Predictions of its duration are not sold. */
  | 'too_short'
  /** It is in the last part of its time. */
  | 'too_late'
  /** It has ended. */
  | 'over'
  /** No price came in time, or prices were interrupted. */
  | 'no_price';
/** Which limit of responsible trading said no; key_loss_day: the cap of the API key. */
/** Whose bound it is: the house's of a pair, or a practising person's own; full where no stake fits any more. */
export type ExposureReason = 'pair' | 'own' | 'pair_full' | 'own_full';
export type LimitKind = 'stake' | 'key_loss_day' | 'loss_day' | 'loss_week' | 'loss_month' | 'session' | 'time_out';
/** recovery: one of the recovery codes, where no authenticator app takes them beside its own. */
export type StepUpMethod = 'password' | 'otp' | 'passkey' | 'recovery';

export type RefusalCode = Refusal['code'];

/** Gates of a prediction that exist so far, in the order in which they answer. */
export const PREDICTION_GATES = [
  'NotSignedIn',
  'SelfExcluded',
  'LimitReached',
  'VerificationError',
  'MarketClosed',
  'DurationUnavailable',
  'StakeLimit',
  'PriceFeedError',
  'UnavailableBet',
  'PayoutChanged',
  'ExposureLimit',
  'NoBalance',
] as const satisfies readonly RefusalCode[];
