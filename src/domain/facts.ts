import type { RefusalWord } from './cashier/reviews.ts';
import type { AlertKind } from './events/alerts.ts';
import type { EventMove, EventState } from './events/life.ts';
import type { IdeaState } from './ideas/idea.ts';
import type { NameStatus } from './identity/trading-eligibility.ts';
import type { Outcome } from './trading/prediction.ts';
import type { DocumentName, DocumentStatus } from './verification/documents.ts';
import type { DocumentReason } from './verification/reasons.ts';

/**
 * What the subjects tell each other, each by its kind: ids, words of a closed set, amounts as text of 10^-6. Never anything that names a
 * person: names, addresses and devices stay with the subject that owns them, and who follows a fact asks there.
 */
export interface FactValues {
  /** A prediction of real money has ended. `credit`: what came back. */
  readonly 'prediction.settled': OfPair & {
    readonly predictionId: string;
    readonly outcome: Outcome;
    readonly stake: string;
    readonly credit: string;
  };
  /** A scheduled entry of real money was opened. */
  readonly 'scheduled.opened': ScheduledValues;
  /** A scheduled entry of real money ended without being opened, and not by its person's own hand. `reason`: as the entry has it. */
  readonly 'scheduled.ended': ScheduledValues & { readonly reason: string };
  /** Resting orders of one person, market and real money ended together, by themselves. `batch`: where, of the engine. */
  readonly 'order.ended': OfMarket & { readonly reason: string; readonly count: number; readonly batch: string };
  /** Others met an order of real money where it rested. `price`: of its outcome, thousandths; `no`: its last fill in the market. */
  readonly 'order.filled': OfMarket & {
    readonly orderId: string;
    readonly outcomeName: string;
    readonly side: string;
    readonly price: number;
    readonly lots: number;
    readonly no: string;
  };
  /** Fills of a person, of an event and real money, were undone: they were made after the fact. `batch`: where, of the engine. */
  readonly 'fill.undone': OfMarket & { readonly count: number; readonly batch: string };
  /** An outcome that a person of real money held was split. `lots`: of each new outcome they have so many, or NO of it became as many YES of the others. */
  readonly 'outcome.split': OfMarket & { readonly splitId: string; readonly lots: number; readonly hadYes: boolean };
  /**
   * What a person held to the end of a round or event of real money was paid out. `lots`: + the first outcome, - the second; `won`: of WON,
   * the outcome, 0 or 1. `result` null: holders of an event are being paid in parts.
   */
  readonly 'round.settled': OfMarket & {
    readonly result: 'WON' | 'TIE' | 'VOID' | null;
    readonly won: number | null;
    readonly lots: number;
    readonly cost: string;
    readonly credit: string;
  };
  /** A deposit on a chain was seen; it is not final yet. */
  readonly 'deposit.seen': DepositValues;
  /** A deposit was credited. */
  readonly 'deposit.credited': DepositValues;
  /** A withdrawal is final on its chain. */
  readonly 'withdrawal.paid': OfPerson & { readonly withdrawalId: string; readonly amount: string };
  /** A payment of the person has reached the payee. */
  readonly 'payment.sent': PaymentValues;
  /** A payment of somebody else has reached the person. */
  readonly 'payment.received': PaymentValues;
  /** Somebody asks the person for a payment. */
  readonly 'request.made': RequestValues;
  /** Who was asked for a payment has declined. */
  readonly 'request.declined': RequestValues;
  /** Staff refused a withdrawal: all of it is back on the balance. `told`: why, as the person is told. */
  readonly 'withdrawal.refused': OfPerson & {
    readonly withdrawalId: string;
    readonly amount: string;
    readonly told: RefusalWord;
  };
  /** Staff let a person in no more. `ended`: the sessions and API keys that ended by it. */
  readonly 'account.blocked': OfPerson & { readonly ended: readonly string[] };
  /** A person has closed the account. `ended`: as above. */
  readonly 'account.closed': OfPerson & { readonly ended: readonly string[] };
  /** Staff ended sessions or API keys of a person. `ended`: their ids. */
  readonly 'access.ended': OfPerson & { readonly ended: readonly string[] };
  /** Staff did something with a person that the person is told of. */
  readonly 'house.acted': OfPerson & { readonly what: HouseActName };
  /** Two people of staff corrected a balance of real money. `amount`: 10^-6. */
  readonly 'balance.adjusted': OfPerson & { readonly way: 'credit' | 'debit'; readonly amount: string };
  /** What holds a person back from trading, or lets them, is another: limits, a time-out, a block, the address, the residence. */
  readonly 'eligibility.changed': OfPerson;
  /** A person gave a whole legal name to be checked. */
  readonly 'verification.name_given': OfPerson;
  /** Hits on a person are there to be looked at. */
  readonly 'verification.case_opened': OfPerson;
  /** The check of a legal name has come to something. `isAwaited`: somebody had to look at it. */
  readonly 'verification.name_decided': OfPerson & { readonly status: NameStatus; readonly isAwaited: boolean };
  /** A person sent a document for review, or appealed a refusal. */
  readonly 'document.sent': OfPerson & { readonly document: DocumentName };
  /** A document stands otherwise than before by a decision, by its last day, or because it is asked for. */
  readonly 'document.decided': OfPerson & {
    readonly document: DocumentName;
    readonly status: DocumentStatus;
    readonly isFinal: boolean;
    readonly reason: DocumentReason | null;
  };
  /** A person lives in another country. */
  readonly 'residence.changed': OfPerson;
  /** A person has a new picture. */
  readonly 'picture.ready': OfPerson & { readonly picture: string };
  /** What protects an account, or what was asked of it, has changed. */
  readonly 'security.changed': OfPerson & { readonly what: SecurityChange };
  /** A person with an account was answered in a ticket of support. `messageId`: the answer. */
  readonly 'ticket.answered': OfPerson & { readonly ticketId: string; readonly messageId: string };
  /** An idea that a person voted for stands otherwise. */
  readonly 'idea.moved': OfPerson & { readonly ideaId: string; readonly to: IdeaState };
  /** Staff has decided on what a person reported of an event. `book`: of its first market. */
  readonly 'report.decided': OfPerson & {
    readonly book: string;
    readonly reportId: string;
    readonly outcome: 'dismiss' | 'act';
  };
  /** A market of an event made a move. */
  readonly 'event.moved': {
    readonly marketId: string;
    readonly eventId: string;
    readonly move: EventMove;
    readonly state: EventState;
  };
  /** What a person's alert waited for has come. `marketId`: the book of its market, of real money; `value`: as the alert has it. */
  readonly 'alert.fired': OfPerson & {
    readonly alertId: string;
    readonly marketId: string;
    readonly what: AlertKind;
    readonly value: number | null;
  };
  /** Comments of an event were written, changed, deleted, or moved by the house. */
  readonly 'comment.changed': { readonly eventId: string };
  /** A limit of a person's play has changed otherwise than by a lower one of their own. `amount`: of a house limit, as a decimal of USDT. */
  readonly 'limit.changed': OfPerson & { readonly what: LimitChange; readonly amount?: string };
}

export type FactKind = keyof FactValues;

/** A fact, by its kind. */
export type Fact<K extends FactKind = FactKind> = { readonly [N in K]: { readonly kind: N } & FactValues[N] }[K];

/** Those that the engine tells with its batches: it records none of them by itself. */
export const ENGINE_KINDS = [
  'prediction.settled',
  'scheduled.opened',
  'scheduled.ended',
  'order.ended',
  'order.filled',
  'fill.undone',
  'outcome.split',
  'round.settled',
] as const satisfies readonly FactKind[];
export type EngineKind = (typeof ENGINE_KINDS)[number];

/** Those that are recorded in the transaction of the change. */
export type RecordedKind = Exclude<FactKind, EngineKind>;

export type SecurityChange =
  | 'new_device'
  | 'password_changed'
  | 'email_changed'
  | 'otp_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'social_linked'
  | 'social_unlinked'
  | 'api_key_made'
  | 'address_saved'
  | 'address_removed'
  | 'saved_only_on'
  | 'saved_only_off'
  | 'session_family_revoked'
  | 'export_ready'
  | 'account_closing';

export type HouseActName =
  | 'account_blocked'
  | 'account_unblocked'
  /** Staff saw the product as the person sees it: told when it is over. */
  | 'account_seen'
  | 'sessions_ended'
  | 'keys_ended'
  | 'play_restricted'
  | 'play_allowed'
  | 'payouts_held'
  | 'payouts_released';

export type LimitChange =
  | 'exclusion_started'
  | 'limit_raised'
  | 'house_limit_set'
  | 'house_limit_ended'
  /** Signs of harm were up, or staff thought so. */
  | 'break_suggested';

interface OfPerson {
  readonly userId: string;
}

interface OfPair extends OfPerson {
  readonly pair: string;
}

interface DepositValues extends OfPerson {
  readonly depositId: string;
  readonly amount: string;
}

interface RequestValues extends OfPerson {
  readonly requestId: string;
  readonly amount: string;
}

interface PaymentValues extends OfPerson {
  readonly paymentId: string;
  readonly amount: string;
}

/** `pair`, `windowSec`: null where the market is no round. */
interface OfMarket extends OfPerson {
  readonly marketId: string;
  readonly pair: string | null;
  readonly windowSec: number | null;
}

interface ScheduledValues extends OfPair {
  readonly entryId: string;
  readonly direction: string;
  readonly stake: string;
}
