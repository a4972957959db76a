import type { PoolClient } from 'pg';
import type { EventOutcome } from '#domain/events/life.ts';

/** What a proposed result is seen by. `sha256`: hex. */
export async function insertEvidence(
  tx: PoolClient,
  evidence: {
    readonly marketId: string;
    readonly version: number;
    readonly url: string;
    readonly sha256: string;
    readonly outcome: EventOutcome;
    readonly factAt: number;
  },
): Promise<void> {
  const { marketId, version, url, sha256, outcome, factAt } = evidence;
  await tx.query(
    'INSERT INTO event_evidence (market_id, version, url, sha256, outcome, fact_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [marketId, version, url, Buffer.from(sha256, 'hex'), outcome, factAt],
  );
}

export async function insertChallenge(
  tx: PoolClient,
  of: {
    readonly marketId: string;
    readonly version: number;
    readonly userId: string;
    readonly text: string;
    readonly at: number;
  },
): Promise<void> {
  await tx.query('INSERT INTO event_challenge (market_id, version, user_id, text, at) VALUES ($1, $2, $3, $4, $5)', [
    of.marketId,
    of.version,
    of.userId,
    of.text,
    of.at,
  ]);
}
