import type { PoolClient } from 'pg';
import {
  LEAST_ANSWERS,
  type Rating,
  type Team,
  type TicketClass,
  type TicketState,
  type TicketSubject,
} from '#domain/support/ticket.ts';
import type { ComplaintOutcome, ComplaintTimes } from '#domain/support/complaint.ts';
import type { SupportTimes } from '#protocol/support/support.ts';
import type { Queryable } from '#server/db/index.ts';

/** A ticket as it is kept; times in ms. */
export interface Ticket {
  readonly id: string;
  readonly number: string;
  readonly userId: string | null;
  readonly keyId: string;
  readonly sender: Buffer;
  /** Of a visitor’s address. */
  readonly emailBlind: Buffer | null;
  readonly language: string;
  readonly kind: TicketClass;
  readonly state: TicketState;
  readonly team: Team | null;
  readonly aboutKind: TicketSubject | null;
  readonly aboutRef: string | null;
  readonly owner: string | null;
  readonly openedAt: number;
  readonly waitsSince: number | null;
  readonly firstAnswerAt: number | null;
  readonly acknowledgedAt: number | null;
  readonly finalAt: number | null;
  readonly outcome: ComplaintOutcome | null;
  /** The ticket in which it goes on; null: in itself. */
  readonly mergedInto: string | null;
  /** The ticket with whose messages it began; null: with its own. */
  readonly splitFrom: string | null;
  readonly rating: Rating | null;
}

export interface Message {
  readonly id: string;
  /** Whose key seals it. */
  readonly keyId: string;
  /** null: the person. */
  readonly author: string | null;
  readonly body: Buffer;
  readonly at: number;
}

const ms = (column: string, name: string) => `(extract(epoch FROM ${column}) * 1000)::float8 AS "${name}"`;
const TICKET = `SELECT id, number::text, user_id AS "userId", key_id AS "keyId", sender, email_blind AS "emailBlind", language, kind, state, team, about_kind AS "aboutKind",
    about_ref AS "aboutRef", owner, ${ms('opened_at', 'openedAt')}, ${ms('waits_since', 'waitsSince')}, ${ms('first_answer_at', 'firstAnswerAt')},
    ${ms('acknowledged_at', 'acknowledgedAt')}, ${ms('final_at', 'finalAt')}, outcome, merged_into AS "mergedInto", split_from AS "splitFrom", rating
  FROM support_ticket`;

export async function insertTicket(
  tx: PoolClient,
  ticket: Pick<Ticket, 'id' | 'userId' | 'keyId' | 'sender' | 'language' | 'aboutKind' | 'aboutRef'> & {
    readonly emailBlind: Buffer | null;
    readonly now: number;
  },
): Promise<Ticket> {
  await tx.query(
    `INSERT INTO support_ticket (id, user_id, key_id, sender, email_blind, language, kind, state, about_kind, about_ref, opened_at, state_at,
       waits_since)
     VALUES ($1, $2, $3, $4, $5, $6, 'QUESTION', 'NEW', $7, $8, $9, $9, $9)`,
    [
      ticket.id,
      ticket.userId,
      ticket.keyId,
      ticket.sender,
      ticket.emailBlind,
      ticket.language,
      ticket.aboutKind,
      ticket.aboutRef,
      new Date(ticket.now),
    ],
  );
  const made = await findTicket(tx, ticket.id);
  if (made === null) throw new Error('A ticket that was just made is not there.');
  return made;
}

export async function findTicket(db: Queryable, id: string): Promise<Ticket | null> {
  const { rows } = await db.query<Ticket>(`${TICKET} WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** The same, or the one in which it goes on, which has the same owner. */
export async function findLiving(db: Queryable, id: string): Promise<Ticket | null> {
  const ticket = await findTicket(db, id);
  return ticket === null || ticket.mergedInto === null ? ticket : findTicket(db, ticket.mergedInto);
}

/** Held until the transaction ends. */
export async function lockTicket(tx: PoolClient, id: string): Promise<Ticket | null> {
  const { rows } = await tx.query<Ticket>(`${TICKET} WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  return rows[0] ?? null;
}

export async function findByNumber(db: Queryable, number: string): Promise<Ticket | null> {
  const { rows } = await db.query<Ticket>(`${TICKET} WHERE number = $1::bigint`, [number]);
  return rows[0] ?? null;
}

/** A person's last ones, newest first. */
export async function ticketsOf(db: Queryable, userId: string, limit: number): Promise<readonly Ticket[]> {
  const { rows } = await db.query<Ticket>(`${TICKET} WHERE user_id = $1 ORDER BY id DESC LIMIT $2`, [userId, limit]);
  return rows;
}

/** Newest first, after a row, in these states. */
export async function pageTickets(
  db: Queryable,
  asked: {
    readonly states: readonly TicketState[];
    /** null: of either class. */
    readonly kind: TicketClass | null;
    /** Who is asked; null: whoever, or nobody. */
    readonly team: Team | null;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<readonly Ticket[]> {
  const { rows } = await db.query<Ticket>(
    `${TICKET} WHERE state = ANY($1) AND ($2::uuid IS NULL OR id < $2) AND ($4::text IS NULL OR kind = $4)
       AND ($5::text IS NULL OR team = $5) ORDER BY id DESC LIMIT $3`,
    [asked.states, asked.after, asked.limit, asked.kind, asked.team],
  );
  return rows;
}

export async function countIn(db: Queryable, states: readonly TicketState[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM support_ticket WHERE state = ANY($1)',
    [states],
  );
  return rows[0]?.count ?? 0;
}

/** Tickets that wait for a team. */
export async function countAsked(db: Queryable, team: Team): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM support_ticket WHERE state = 'ESCALATED' AND team = $1`,
    [team],
  );
  return rows[0]?.count ?? 0;
}

/** Tickets that somebody has begun since a moment (ms): a person, or whoever gave this address. What an agent split counts for nobody. */
export async function countBegun(
  db: Queryable,
  by: { readonly userId: string | null; readonly emailBlind: Buffer | null; readonly since: number },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM support_ticket
     WHERE ((user_id = $1) OR ($1::uuid IS NULL AND email_blind = $2)) AND opened_at > $3 AND split_from IS NULL`,
    [by.userId, by.emailBlind, new Date(by.since)],
  );
  return rows[0]?.count ?? 0;
}

/** Only one of a person begins at a time: their number in a day is counted before. */
export async function lockBeginner(tx: PoolClient, key: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('support ' || $1, 0))`, [key]);
}

/** What changes with an event; what is left out stays. `state`: where it did not change, its time stays too. */
export interface Change {
  readonly state?: TicketState;
  readonly team?: Team | null;
  readonly owner?: string;
  readonly kind?: TicketClass;
  readonly waitsSince?: number | null;
  readonly firstAnswerAt?: number;
  readonly acknowledgedAt?: number | null;
  readonly finalAt?: number;
  readonly outcome?: ComplaintOutcome;
  readonly mergedInto?: string;
}

export async function changeTicket(
  tx: PoolClient,
  ticket: Ticket,
  to: Change & { readonly now: number },
): Promise<void> {
  const after = { ...ticket, ...to };
  const date = (at: number | null) => (at === null ? null : new Date(at));
  await tx.query(
    `UPDATE support_ticket SET state = $2, team = $3, owner = $4, kind = $5, waits_since = $6, first_answer_at = $7,
       state_at = CASE WHEN state = $2 THEN state_at ELSE $8 END, acknowledged_at = $9, final_at = $10, outcome = $11, merged_into = $12
     WHERE id = $1`,
    [
      ticket.id,
      after.state,
      after.team,
      after.owner,
      after.kind,
      date(after.waitsSince),
      date(after.firstAnswerAt),
      new Date(to.now),
      date(after.acknowledgedAt),
      date(after.finalAt),
      after.outcome,
      after.mergedInto,
    ],
  );
}

/** The last word counts. `now`: ms. */
export async function setRating(
  tx: PoolClient,
  { id, rating, now }: { readonly id: string; readonly rating: Rating; readonly now: number },
): Promise<void> {
  await tx.query('UPDATE support_ticket SET rating = $2, rated_at = $3 WHERE id = $1', [id, rating, new Date(now)]);
}

/** Tickets that came in on these days and were rated. */
export async function ratedOfDays(
  db: Queryable,
  days: readonly [readonly string[], readonly string[], readonly string[]],
): Promise<readonly { readonly day: string; readonly rating: Rating }[]> {
  const { rows } = await db.query<{ readonly day: string; readonly rating: Rating }>(
    `SELECT d.day, rating FROM unnest($1::text[], $2::uuid[], $3::uuid[]) AS d (day, first, behind)
     JOIN support_ticket t ON t.id >= d.first AND t.id < d.behind WHERE rating IS NOT NULL`,
    [...days],
  );
  return rows;
}

/** Ids of those in a state since before a moment (ms); at most 500. What was merged goes with what it was merged into. */
export async function staleIn(db: Queryable, state: TicketState, before: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM support_ticket WHERE state = $1 AND state_at <= $2 AND merged_into IS NULL ORDER BY state_at LIMIT 500',
    [state, new Date(before)],
  );
  return rows.map(({ id }) => id);
}

export async function deleteTicket(tx: PoolClient, id: string): Promise<void> {
  await tx.query('DELETE FROM support_ticket WHERE id = $1', [id]);
}

export async function insertMessage(
  tx: PoolClient,
  message: Omit<Message, 'keyId'> & { readonly ticket: string; readonly userId: string | null },
): Promise<void> {
  await tx.query(
    'INSERT INTO support_message (id, ticket, user_id, author, body, at) VALUES ($1, $2, $3, $4, $5, $6)',
    [message.id, message.ticket, message.userId, message.author, message.body, new Date(message.at)],
  );
}

/** All of a ticket and of those merged into it, oldest first. */
export async function messagesOf(db: Queryable, ticket: string): Promise<readonly Message[]> {
  const { rows } = await db.query<Message>(
    `SELECT m.id, t.key_id AS "keyId", author, body, ${ms('at', 'at')} FROM support_message m JOIN support_ticket t ON t.id = m.ticket
     WHERE t.id = $1 OR t.merged_into = $1 ORDER BY at, m.id`,
    [ticket],
  );
  return rows;
}

/** The newest of a ticket. */
export async function lastMessage(
  db: Queryable,
  ticket: string,
): Promise<{ readonly id: string; readonly author: string | null } | null> {
  const { rows } = await db.query<{ id: string; author: string | null }>(
    'SELECT id, author FROM support_message WHERE ticket = $1 ORDER BY id DESC LIMIT 1',
    [ticket],
  );
  return rows[0] ?? null;
}

/** Messages that the person has added to a ticket since a moment (ms). */
export async function countWritten(db: Queryable, ticket: string, since: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM support_message WHERE ticket = $1 AND author IS NULL AND at > $2',
    [ticket, new Date(since)],
  );
  return rows[0]?.count ?? 0;
}

/** How long tickets waited for their first answer, of those that had it since a moment (ms). Of one that was split it is counted where it began. */
export async function firstAnswers(db: Queryable, since: number): Promise<SupportTimes> {
  const { rows } = await db.query<{ answered: number; half: number | null; most: number | null }>(
    `SELECT count(*)::int AS answered, percentile_cont(0.5) WITHIN GROUP (ORDER BY took) AS half,
       percentile_cont(0.95) WITHIN GROUP (ORDER BY took) AS most
     FROM (
       SELECT (extract(epoch FROM first_answer_at - opened_at) * 1000)::float8 AS took FROM support_ticket WHERE first_answer_at >= $1 AND split_from IS NULL
     ) waited`,
    [new Date(since)],
  );
  const { answered = 0, half = null, most = null } = rows[0] ?? {};
  const said = (ms: number | null) => (ms === null || answered < LEAST_ANSWERS ? null : Math.round(ms));
  return { answered, halfMs: said(half), mostMs: said(most) };
}

/** Tickets that were merged into one. */
export async function mergedInto(db: Queryable, id: string): Promise<readonly Ticket[]> {
  const { rows } = await db.query<Ticket>(`${TICKET} WHERE merged_into = $1 ORDER BY id`, [id]);
  return rows;
}

/** Tickets that were split from one. */
export async function splitFrom(db: Queryable, id: string): Promise<readonly Ticket[]> {
  const { rows } = await db.query<Ticket>(`${TICKET} WHERE split_from = $1 ORDER BY id`, [id]);
  return rows;
}

/** What was merged into one ticket goes on in another. */
export async function mergeOn(
  tx: PoolClient,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<void> {
  await tx.query('UPDATE support_ticket SET merged_into = $2 WHERE merged_into = $1', [from, into]);
}

/** Complaints without a final letter; at most 500, the oldest first. */
export async function openComplaints(db: Queryable): Promise<readonly Ticket[]> {
  const { rows } = await db.query<Ticket>(
    `${TICKET} WHERE kind = 'COMPLAINT' AND final_at IS NULL AND state <> 'SPAM' ORDER BY id LIMIT 500`,
  );
  return rows;
}

/** Complaints that came in on these days. */
export async function complaintsOfDays(
  db: Queryable,
  days: readonly [readonly string[], readonly string[], readonly string[]],
): Promise<readonly (ComplaintTimes & { readonly day: string })[]> {
  const { rows } = await db.query<ComplaintTimes & { readonly day: string }>(
    `SELECT d.day, ${ms('opened_at', 'openedAt')}, ${ms('acknowledged_at', 'acknowledgedAt')}, ${ms('final_at', 'finalAt')}
     FROM unnest($1::text[], $2::uuid[], $3::uuid[]) AS d (day, first, behind)
     JOIN support_ticket t ON t.id >= d.first AND t.id < d.behind WHERE kind = 'COMPLAINT' AND state <> 'SPAM'`,
    [...days],
  );
  return rows;
}
