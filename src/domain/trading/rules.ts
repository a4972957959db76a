import { GROUP_RULES, sourceNeeds } from '../prices/pair.ts';
import type { FeedKind, Pair, PairGroup } from '../prices/pair.ts';
import { PAYOUT_BAND, PAYOUT_FORMULA } from './payout.ts';
import { ENTRY_TIMEOUT_MS } from './entry.ts';
import type { TimingRule } from './entry.ts';
import { EXIT_TIMEOUT_MS } from './exit.ts';
import { roundRules } from './rounds/round-rules.ts';
import { SALE_FORMULA, SALE_SIGMA_FORMULA } from './sale/value.ts';

/** Version of the settlement rule in code. A change of any meaning needs a new one. */
export const RULES_VERSION = 3;

/** What the feed of a group decides of its rules. S and W are those in force, after the scaling of a replay. */
export interface GroupFeed {
  readonly group: PairGroup;
  readonly kind: FeedKind;
  readonly staleAfterMs: number;
  readonly maxEntryWaitMs: number;
  readonly pairs: readonly Pair[];
}

/** The product's parameters for a group of pairs as one plain object of text and integers (docs/rules/settlement.md#numbers-of-a-group): its JCS is hashed. */
export function rulesDocument(feed: GroupFeed) {
  const rule = GROUP_RULES[feed.group];
  const single = feed.kind !== 'live';
  return {
    v: RULES_VERSION,
    type: 'rules',
    group: feed.group,
    feed: feed.kind,
    entry: { deltaMs: rule.deltaMs, maxWaitMs: feed.maxEntryWaitMs, timeoutMs: ENTRY_TIMEOUT_MS },
    exit: { staleAfterMs: feed.staleAfterMs, timeoutMs: EXIT_TIMEOUT_MS },
    guardMs: rule.guardMs,
    tie: 'stake back',
    void: ['NO_ENTRY', 'STALE_EXIT', 'SESSION_CLOSED', 'SOURCE_CORRECTION', 'DUPLICATE_ADMIN'],
    payout: { formula: PAYOUT_FORMULA, minBps: PAYOUT_BAND.min, maxBps: PAYOUT_BAND.max, stepBps: PAYOUT_BAND.step },
    profit: 'floor(stake*payout_bps/10000)',
    sale: SALE_FORMULA,
    saleSigma: SALE_SIGMA_FORMULA,
    rounds: roundRules(feed.group),
    filter: { version: 1, full: single ? 1 : rule.sourcesFull, quorum: single ? 1 : rule.quorum },
    pairs: feed.pairs
      .filter((pair) => pair.group === feed.group)
      .map((pair) => ({
        id: pair.id,
        scale: pair.scale,
        baseBps: pair.basePayoutBps,
        yearly: String(pair.simulated.volatility),
        durationsSec: [...pair.durations],
        sources: feed.kind === 'live' ? Object.keys(pair.sources).sort() : [feed.kind],
        ...sourceNeeds(pair, feed.kind),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  } as const;
}

export type RulesDocument = ReturnType<typeof rulesDocument>;

/** The timing of a prediction made under `document`. */
export function timingOf(document: Pick<RulesDocument, 'entry' | 'exit'>): TimingRule {
  return {
    deltaMs: document.entry.deltaMs,
    maxEntryWaitMs: document.entry.maxWaitMs,
    staleAfterMs: document.exit.staleAfterMs,
  };
}
