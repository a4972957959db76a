import type { CallAnswer } from '#web/api/calls.ts';
import type { About } from './ticket-draft.ts';

export type Moved = CallAnswer<'cashier.transactions'>['items'][number];
export type Incoming = CallAnswer<'deposits.list'>['items'][number];
export type Predicted = CallAnswer<'trade.predictions'>['items'][number];

/** Something of the person that a ticket may be about, as it stands now. */
export type Latest =
  | { readonly kind: 'moved'; readonly of: Moved }
  | { readonly kind: 'incoming'; readonly of: Incoming }
  | { readonly kind: 'predicted'; readonly of: Predicted };

/** Payments that are offered, beside the last prediction. */
const PAYMENTS = 3;

/** The last payments, newest first, and the last prediction. A deposit that was credited is told by the wallet history. */
export function latestOf(read: {
  readonly moved: readonly Moved[];
  readonly incoming: readonly Incoming[];
  readonly predicted: readonly Predicted[];
}): readonly Latest[] {
  const payments: readonly Latest[] = [
    ...read.moved.flatMap((of) => (aboutMoved(of) === null ? [] : [{ kind: 'moved' as const, of }])),
    ...read.incoming.flatMap((of) => (of.status === 'CREDITED' ? [] : [{ kind: 'incoming' as const, of }])),
  ];
  const newest = payments.toSorted((one, other) => timeOf(other) - timeOf(one)).slice(0, PAYMENTS);
  return [...newest, ...read.predicted.slice(0, 1).map((of) => ({ kind: 'predicted' as const, of }))];
}

function aboutMoved({ type, id }: Moved): About | null {
  return type === 'deposit' || type === 'withdrawal' || type === 'payment' ? { kind: type, ref: id } : null;
}

/** When it began, ms. */
export function timeOf({ kind, of }: Latest): number {
  return Date.parse(kind === 'predicted' ? of.admittedAt : of.at);
}

/** What a ticket says that it is about. */
export function aboutLatest({ kind, of }: Latest): About {
  if (kind === 'predicted') return { kind: 'prediction', ref: of.id };
  if (kind === 'incoming') return { kind: 'deposit', ref: of.id };
  return aboutMoved(of) ?? { kind: 'payment', ref: of.id };
}

/** Of a withdrawal: which of its words say how far it is. */
export const WITHDRAWAL_WORDS = {
  REVIEW: 'step.review',
  APPROVED: 'step.approved',
  SIGNED: 'step.approved',
  BROADCAST: 'step.sent',
  PAID: 'step.arrived',
  CANCELLED: 'step.cancelled',
  REJECTED: 'step.refused',
} as const;
