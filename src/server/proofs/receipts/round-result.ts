import { micros, type ProofDocument } from '#domain/proofs/documents.ts';
import { REALM_NO } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';
import type { RulesCache } from '../rules-cache.ts';
import type { EndedRound, Run } from '../store-rounds.ts';

/** The result of a round (docs/receipts.md 6.5), as an hour root holds it and its receipt shows it. */
export async function roundResult(db: Queryable, rules: RulesCache, round: EndedRound): Promise<ProofDocument> {
  const document = await rules.of(db, round.rulesHash);
  return {
    v: 1,
    type: 'round',
    market: round.market,
    realm: round.realm === REALM_NO.real ? 'real' : 'demo',
    pair: round.pairId,
    pair_id: round.stream,
    scale: await rules.scaleOf(db, round),
    rules_hash: round.rulesHash,
    start: micros(round.startsAt),
    end: micros(round.endsAt),
    window_us: micros(averagingMs(document, round.windowSec)),
    a_start: sumOf(round.start),
    a_end: sumOf(round.end),
    outcome: outcomeOf(round),
    reason: round.reason,
    t: micros(round.endedAt),
  };
}

function sumOf(run: Run | null): string | null {
  return run === null ? null : run.sum;
}

function outcomeOf({ result, won }: EndedRound): string {
  if (result !== 'WON') return result;
  return won === 0 ? 'UP' : 'DOWN';
}

/** Length of the averaging windows of rounds of `windowSec` under these rules, ms. Throws where they name none. */
function averagingMs(rules: ProofDocument, windowSec: number): number {
  const windows = (rules['rounds'] as ProofDocument | undefined)?.['windows'];
  const found = Array.isArray(windows)
    ? (windows as readonly ProofDocument[]).find((one) => one['sec'] === windowSec)
    : undefined;
  const ms = found?.['averagingMs'];
  if (typeof ms !== 'number') throw new Error(`the rules name no rounds of ${windowSec} s`);
  return ms;
}
