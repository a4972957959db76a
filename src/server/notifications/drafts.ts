import type { FactKind, HouseActName } from '#domain/facts.ts';
import { usdt } from '#domain/money.ts';
import { moneyWords } from '#protocol/codecs.ts';
import type { NotificationKind } from '#protocol/notification-kinds.ts';
import type { Told } from '#server/facts/index.ts';

const LOTS_A_SHARE = 100;

/** A notification that is to be made of a fact. */
export interface Draft {
  readonly userId: string;
  readonly kind: NotificationKind;
  /** For the text of the kind; nothing that names a person. */
  readonly values: Readonly<Record<string, string>>;
  /** When it happened, ms. */
  readonly at: number;
  /** What it tells of: the same source is told once, even when facts are read again from an older cursor. */
  readonly source: string | null;
  /** May be mailed by itself, to those who want that: it is in no digest, and has no mail of its own. */
  readonly isNotice: boolean;
  /** Left out for people who look on while it happens. */
  readonly isForAbsent?: true;
  /** Is in the product alone: what mails and pushes of its kind say does not hold of it. */
  readonly isQuiet?: true;
}

export const FOLLOWED = [
  'scheduled.opened',
  'scheduled.ended',
  'order.ended',
  'order.filled',
  'fill.undone',
  'outcome.split',
  'prediction.settled',
  'round.settled',
  'deposit.seen',
  'deposit.credited',
  'payment.sent',
  'payment.received',
  'request.made',
  'request.declined',
  'withdrawal.refused',
  'withdrawal.paid',
  'picture.ready',
  'document.decided',
  'verification.name_decided',
  'security.changed',
  'limit.changed',
  'house.acted',
  'balance.adjusted',
  'event.moved',
  'alert.fired',
  'ticket.answered',
  'idea.moved',
  'report.decided',
] as const satisfies readonly FactKind[];
export type Followed = (typeof FOLLOWED)[number];
/** Those that tell one person something. */
type OfOne = Exclude<Followed, 'event.moved'>;

type Drafted = Pick<Draft, 'kind' | 'values' | 'source'> & Partial<Pick<Draft, 'isNotice' | 'isForAbsent' | 'isQuiet'>>;

/** Names and exact decimals, for a sentence, by the kind of the fact. null: the person is not told. */
const DRAFTED: { readonly [K in OfOne]: (fact: Told<K>) => Drafted | null } = {
  'scheduled.opened': (fact) => ({
    kind: 'scheduled_opened',
    values: entryValues(fact),
    source: `scheduled ${fact.entryId}`,
  }),
  'scheduled.ended': (fact) => ({
    kind: 'scheduled_ended',
    values: { ...entryValues(fact), reason: fact.reason },
    source: `scheduled ${fact.entryId}`,
  }),
  'order.ended': ({ marketId, reason, count, batch, ...fact }) => ({
    kind: 'order_ended',
    values: { market: marketId, ...marketOf({ marketId, ...fact }), reason, count: `${count}` },
    source: `orders ${marketId} ${reason} ${batch}`,
  }),
  // Whoever looks on has seen it.
  'order.filled': ({ orderId, outcomeName, side, price, lots, no, ...fact }) => ({
    kind: 'order_filled',
    values: {
      order: orderId,
      ...marketOf(fact),
      outcome: outcomeName,
      side,
      price: `${price}`,
      shares: (lots / LOTS_A_SHARE).toFixed(2),
    },
    source: `fills ${orderId} ${no}`,
    isForAbsent: true,
  }),
  'fill.undone': ({ marketId, count, batch, ...fact }) => ({
    kind: 'event_moved',
    values: { ...marketOf({ marketId, ...fact }), move: 'undone', count: `${count}` },
    source: `undone ${marketId} ${batch}`,
    isNotice: false,
  }),
  'outcome.split': ({ marketId, splitId, lots, hadYes, ...fact }) => ({
    kind: 'event_moved',
    values: {
      ...marketOf({ marketId, ...fact }),
      move: hadYes ? 'split' : 'split_no',
      shares: (lots / LOTS_A_SHARE).toFixed(2),
    },
    source: `split ${splitId}`,
    isNotice: false,
  }),
  'report.decided': ({ book, outcome, reportId }) => ({
    kind: 'event_moved',
    values: { book, move: `report_${outcome}` },
    source: `report ${reportId}`,
    isNotice: false,
  }),
  'prediction.settled': ({ predictionId, pair, outcome, stake, credit }) => ({
    kind: 'prediction_settled',
    values: {
      prediction: predictionId,
      pair,
      outcome: outcome.toLowerCase(),
      stake: decimal(stake),
      credit: decimal(credit),
    },
    source: `prediction ${predictionId}`,
    isNotice: false,
  }),
  'round.settled': ({ marketId, result, won, lots, cost, credit, ...fact }) => ({
    kind: fact.pair === null ? 'event_settled' : 'round_settled',
    values: {
      market: marketId,
      ...marketOf({ marketId, ...fact }),
      outcome: fact.pair === null ? eventOutcome(lots, credit) : roundOutcome(result, won === (lots > 0 ? 0 : 1)),
      cost: decimal(cost),
      credit: decimal(credit),
    },
    source: `round ${marketId}`,
    isNotice: false,
  }),
  'document.decided': ({ document, status, isFinal }) => ({
    kind: 'verification',
    values: { document, status: isFinal ? 'FINAL' : status },
    source: null,
  }),
  // Of a hit, and of what is done about one, nobody is told. A name that passed at once is no mail.
  'verification.name_decided': ({ status, isAwaited }) =>
    status === 'APPROVED' || status === 'REJECTED' || status === 'PENDING_NAME'
      ? { kind: 'verification', values: { document: 'legalName', status }, source: null, isNotice: isAwaited }
      : null,
  // Seen is not credited: whoever waits for it looks into the app, and the mail comes once.
  'deposit.seen': ({ depositId, amount }) => ({
    kind: 'deposited',
    values: { deposit: depositId, state: 'seen', amount: decimal(amount) },
    source: `deposit ${depositId} seen`,
    isNotice: false,
    isForAbsent: true,
    isQuiet: true,
  }),
  'deposit.credited': ({ depositId, amount }) => ({
    kind: 'deposited',
    values: { deposit: depositId, state: 'credited', amount: decimal(amount) },
    source: `deposit ${depositId} credited`,
  }),
  'payment.sent': ({ paymentId, amount }) => ({
    kind: 'transfer_sent',
    values: { payment: paymentId, amount: decimal(amount) },
    source: `payment ${paymentId} sent`,
  }),
  'payment.received': ({ paymentId, amount }) => ({
    kind: 'transfer_received',
    values: { payment: paymentId, amount: decimal(amount) },
    source: `payment ${paymentId} received`,
  }),
  'request.made': ({ requestId, amount }) => ({
    kind: 'payment_requested',
    values: { request: requestId, state: 'made', amount: decimal(amount) },
    source: `request ${requestId} made`,
  }),
  'request.declined': ({ requestId, amount }) => ({
    kind: 'payment_requested',
    values: { request: requestId, state: 'declined', amount: decimal(amount) },
    source: `request ${requestId} declined`,
    isNotice: false,
    isQuiet: true,
  }),
  'withdrawal.refused': ({ withdrawalId, amount, told }) => ({
    kind: 'withdrawal_refused',
    values: { withdrawal: withdrawalId, amount: decimal(amount), told },
    source: `withdrawal ${withdrawalId} refused`,
  }),
  'withdrawal.paid': ({ withdrawalId, amount }) => ({
    kind: 'withdrawal_paid',
    values: { withdrawal: withdrawalId, amount: decimal(amount) },
    source: `withdrawal ${withdrawalId} paid`,
  }),
  'picture.ready': ({ picture }) => ({ kind: 'avatar_ready', values: {}, source: `avatar ${picture}` }),
  'security.changed': ({ what }) => ({ kind: 'security', values: { what }, source: null, isNotice: false }),
  'limit.changed': ({ what, amount }) => ({
    kind: 'limits',
    values: amount === undefined ? { what } : { what, amount },
    source: null,
    isNotice: false,
  }),
  'house.acted': ({ what }) => ({
    kind: OF_LIMITS.has(what) ? 'limits' : 'security',
    values: { what },
    source: null,
    isNotice: false,
  }),
  // Its name is put in the place of its book.
  'alert.fired': ({ alertId, marketId, what, value }) => ({
    kind: 'event_alert',
    values: { book: marketId, what, ...(value === null ? {} : { value: `${value}` }) },
    source: `alert ${alertId}`,
  }),
  'ticket.answered': ({ ticketId, messageId }) => ({
    kind: 'support',
    values: { ticket: ticketId },
    source: `ticket ${messageId}`,
  }),
  'idea.moved': ({ ideaId, to, at }) => ({ kind: 'idea', values: { to }, source: `idea ${ideaId} ${at}` }),
  'balance.adjusted': ({ way, amount }) => ({
    kind: 'balance_adjusted',
    values: { way, amount: decimal(amount) },
    source: null,
    isNotice: false,
  }),
};

/** What staff do that is about trading and money; the rest is about getting in. */
const OF_LIMITS: ReadonlySet<HouseActName> = new Set<HouseActName>([
  'play_restricted',
  'play_allowed',
  'payouts_held',
  'payouts_released',
]);

/** What a fact tells its person; null: nothing. */
export function draftOf<K extends OfOne>(fact: Told<K>): Draft | null {
  const drafted = (DRAFTED[fact.kind as OfOne] as unknown as (told: Told<K>) => Drafted | null)(fact);
  return drafted && { userId: fact.userId, at: fact.at, isNotice: true, ...drafted };
}

function entryValues(entry: { entryId: string; pair: string; direction: string; stake: string }) {
  return { entry: entry.entryId, pair: entry.pair, direction: entry.direction, stake: decimal(entry.stake) };
}

/** A pair and window, or the book of an event, whose name is put in its place. */
function marketOf({ marketId, pair, windowSec }: { marketId: string; pair: string | null; windowSec: number | null }) {
  return pair === null ? { book: marketId } : { pair, windowSec: `${windowSec ?? ''}` };
}

/** win, lose, tie or void. */
function roundOutcome(result: 'WON' | 'TIE' | 'VOID' | null, isRight: boolean): string {
  if (result !== 'WON') return result?.toLowerCase() ?? '';
  return isRight ? 'win' : 'lose';
}

/** By what a share was paid: holders of a part do not know the result of the market yet. `credit`: 10^-6. */
function eventOutcome(lots: number, credit: string): string {
  if (BigInt(credit) === 0n) return 'lose';
  return BigInt(credit) === BigInt(Math.abs(lots)) * 10_000n ? 'win' : 'part';
}

function decimal(units: string): string {
  return moneyWords(usdt(BigInt(units)));
}
