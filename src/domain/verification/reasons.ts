/**
 * Why an officer sends a document back: the person sees the words for it, what to do, and where on the picture it is. They may send another
 * one at once.
 */
export const RETRY_REASONS = [
  'blurred',
  'cut_off',
  'glare',
  'too_dark',
  'side_missing',
  'wrong_document',
  'out_of_date',
  'older_than_3_months',
  'name_differs',
  'address_missing',
  'face_not_seen',
  'document_not_held',
  'words_not_said',
] as const;
export type RetryReason = (typeof RETRY_REASONS)[number];

/** Why a document is refused for good: another one of the kind is not taken. The person may appeal once. */
export const FINAL_REASONS = ['not_genuine', 'other_person', 'under_age', 'country_not_served'] as const;
export type FinalReason = (typeof FINAL_REASONS)[number];

export type DocumentReason = RetryReason | FinalReason;

/** Is the refusal for good? */
export function isFinalReason(reason: DocumentReason): reason is FinalReason {
  return FINAL_REASONS.some((one) => one === reason);
}
