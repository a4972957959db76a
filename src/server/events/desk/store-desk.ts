import type { EventMove, EventOutcome, EventState } from '#domain/events/life.ts';
import { RULES_LANGUAGE } from '#domain/events/terms.ts';
import type { Queryable } from '#server/db/index.ts';
import { FULL_TITLE } from '../store-public.ts';

/** A market in the list of its desk. Times in ms. */
export interface DeskMarket {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly state: EventState;
  readonly cutOffAt: number;
  readonly slug: string;
}

const SQL = `SELECT m.id, ${FULL_TITLE} AS title, e.category, m.state, m.cut_off_at, e.slug FROM event_market m
  JOIN event e ON e.id = m.event_id JOIN event_market_text t ON t.market_id = m.id AND t.language = '${RULES_LANGUAGE}'
  JOIN event_text b ON b.event_id = e.id AND b.language = '${RULES_LANGUAGE}'`;

interface Row {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly state: EventState;
  readonly cut_off_at: string;
  readonly slug: string;
}

const marketOf = ({ cut_off_at: cutOffAt, ...rest }: Row): DeskMarket => ({ ...rest, cutOffAt: Number(cutOffAt) });

/** Newest first, from `after` on. */
export async function pageMarkets(
  db: Queryable,
  asked: { readonly state: string | null; readonly after: string | null; readonly limit: number },
): Promise<readonly DeskMarket[]> {
  const { rows } = await db.query<Row>(
    `${SQL} WHERE ($1::text IS NULL OR m.state = $1) AND ($2::uuid IS NULL OR m.id < $2) ORDER BY m.id DESC LIMIT $3`,
    [asked.state, asked.after, asked.limit],
  );
  return rows.map(marketOf);
}

/** null: there is none. */
export async function deskMarket(db: Queryable, id: string): Promise<DeskMarket | null> {
  const { rows } = await db.query<Row>(`${SQL} WHERE m.id = $1`, [id]);
  return rows[0] === undefined ? null : marketOf(rows[0]);
}

/** Markets at which somebody is waited for: in review, closed, proposed or disputed. */
export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM event_market WHERE state IN ('REVIEW', 'CLOSED', 'PROPOSED', 'DISPUTED')`,
  );
  return rows[0]?.n ?? 0;
}

/** A move as it is told of. */
export interface ToldMove {
  readonly version: number;
  readonly move: EventMove;
  readonly to: EventState;
  readonly staff: readonly string[];
  readonly at: number;
  readonly reason: string;
}

/** Moves of a market before `before` (ms; null: up to now), newest first. */
export async function listMoves(
  db: Queryable,
  { id, before, limit }: { readonly id: string; readonly before: number | null; readonly limit: number },
): Promise<readonly ToldMove[]> {
  const { rows } = await db.query<Omit<ToldMove, 'at' | 'to'> & { at: string; to_state: EventState }>(
    `SELECT version, move, to_state, staff, at, reason FROM event_move
     WHERE market_id = $1 AND ($2::bigint IS NULL OR at < $2) ORDER BY version DESC LIMIT $3`,
    [id, before, limit],
  );
  return rows.map(({ to_state: to, at, ...rest }) => ({ ...rest, to, at: Number(at) }));
}

/** What proposed results were seen by, newest first. `sha256`: hex. */
export async function listEvidence(
  db: Queryable,
  marketId: string,
): Promise<
  readonly {
    readonly version: number;
    readonly outcome: EventOutcome;
    readonly url: string;
    readonly sha256: string;
    readonly factAt: number;
  }[]
> {
  const { rows } = await db.query<{
    version: number;
    outcome: EventOutcome;
    url: string;
    sha256: string;
    fact_at: string;
  }>(
    `SELECT version, outcome, url, encode(sha256, 'hex') AS sha256, fact_at FROM event_evidence WHERE market_id = $1 ORDER BY version DESC`,
    [marketId],
  );
  return rows.map(({ fact_at: factAt, ...rest }) => ({ ...rest, factAt: Number(factAt) }));
}

/** Texts of people against proposed results, newest first. */
export async function listChallenges(
  db: Queryable,
  marketId: string,
): Promise<readonly { readonly version: number; readonly text: string; readonly at: number }[]> {
  const { rows } = await db.query<{ version: number; text: string; at: string }>(
    'SELECT version, text, at FROM event_challenge WHERE market_id = $1 ORDER BY version DESC',
    [marketId],
  );
  return rows.map(({ version, text, at }) => ({ version, text, at: Number(at) }));
}
