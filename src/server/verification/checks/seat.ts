import type { DocumentName, DocumentSide } from '#domain/verification/documents.ts';
import type { Seat } from '#server/providers/index.ts';

/**
 * What a provider makes of a document. PENDING: it is under way. UNDECIDED: somebody has to look. NEWS: something came about, and the provider
 * says what when it is asked.
 */
export const CHECK_OUTCOMES = ['PENDING', 'PASSED', 'RETRY', 'REFUSED', 'UNDECIDED'] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

/** A picture that is looked at. */
export interface CheckedPicture {
  readonly document: DocumentName;
  /** What it was sent as: `passport`. */
  readonly form: string;
  readonly side: DocumentSide;
  readonly media: string;
  readonly bytes: Buffer;
}

/** A document that is to be looked at, with what it is compared with. */
export interface CheckAsked {
  /** Ours. A second request with it begins no second check where the provider can hold to it. */
  readonly reference: string;
  readonly document: DocumentName;
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD`. */
  readonly birthDate: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly pictures: readonly CheckedPicture[];
}

/** `failed`: nothing is known of it, and it may be asked again. `refused`: the provider does not take it, and will not. */
export type Begun =
  | { readonly kind: 'begun'; readonly theirs: string }
  | { readonly kind: 'failed' | 'refused'; readonly why: string };

/** `status`: a word of the provider's. */
export type Looked =
  | { readonly kind: 'found'; readonly theirs: string; readonly status: string }
  | { readonly kind: 'none' | 'failed'; readonly why: string };

export interface CheckTypes {
  /** Which documents it looks at. */
  readonly capability: DocumentName;
  readonly outcome: CheckOutcome | 'NEWS';
  readonly calls: {
    readonly begin: (asked: CheckAsked) => Promise<Begun>;
    readonly look: (check: { readonly reference: string; readonly theirs: string | null }) => Promise<Looked>;
  };
}

/** Companies that look at documents of people. What they say is read by the officer who decides. */
export const CHECK_SEAT: Seat<CheckTypes> = {
  name: 'documents',
  capabilities: ['governmentId', 'selfieWithId', 'proofOfResidence', 'complianceVideo'],
  outcomes: [...CHECK_OUTCOMES, 'NEWS'],
};
