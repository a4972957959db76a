import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import type { Actor } from '#domain/identity/actor.ts';
import type { ExpiryReason, ScheduledEntry, TriggerMark } from '#domain/trading/scheduled/entry.ts';

/** What prices or the clock ask of an entry. */
export interface ScheduledTask {
  readonly entry: ScheduledEntry;
  readonly because:
    /** `eligibility`: what holds the person back now; null in practice, which nothing holds back. */
    | { readonly kind: 'reached'; readonly mark: TriggerMark | null; readonly eligibility: TradingEligibility | null }
    | { readonly kind: 'over'; readonly reason: ExpiryReason };
}

/** The people of these tasks as the gates know them. */
export function actorsOf(tasks: readonly ScheduledTask[]): Actor[] {
  return tasks.map(({ entry: { userId, realm }, because }) => ({
    userId,
    sessionId: '',
    role: realm === 'real' ? 'USER' : 'DEMO',
    realm,
    ...(because.kind === 'reached' && because.eligibility !== null ? { eligibility: because.eligibility } : {}),
  }));
}
