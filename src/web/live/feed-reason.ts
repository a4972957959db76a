import type { PairWire } from '#protocol/trading.ts';
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

/** Why a pair that is offline takes nothing, in words; before its first price that is what it waits for. */
export function usePauseReason({ reason, price }: Pick<PairWire, 'reason' | 'price'>): string {
  const { t } = useTranslation('trading');
  const words = useFeedReason(reason);
  if (price === null && reason === 'starting') return t('feed.reason.first');
  return words ?? t('state.pair_offline');
}
