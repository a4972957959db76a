import { useTranslation } from '#web/i18n/use-translation.ts';

const REASONS = new Set([
  'closed',
  'no_file',
  'end_of_file',
  'stale',
  'quorum',
  'disagreement',
  'clock',
  'starting',
] as const);
type Reason = typeof REASONS extends Set<infer R> ? R : never;

/** A reason of the feed in words; null where the server gave none we know. */
export function useFeedReason(reason: string | null): string | null {
  const { t } = useTranslation('trading');
  return reason !== null && REASONS.has(reason as Reason) ? t(`feed.reason.${reason as Reason}`) : null;
}
