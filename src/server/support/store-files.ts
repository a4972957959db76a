import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** A file of a ticket as it is kept. */
export interface TicketFile {
  readonly id: string;
  readonly message: string;
  readonly media: string;
  readonly width: number;
  readonly height: number;
}

export interface SealedFile extends TicketFile {
  readonly ticket: string;
  readonly userId: string | null;
  readonly digest: Buffer;
  /** Sealed with the key of the ticket. */
  readonly key: Buffer;
  readonly sealed: Buffer;
  /** ms. */
  readonly at: number;
}

const SHOWN = 'id, message, media, width, height';

export async function insertFile(tx: PoolClient, file: SealedFile): Promise<void> {
  const { id, ticket, message, userId, digest, key, sealed, media, width, height, at } = file;
  await tx.query(
    `INSERT INTO support_file (id, ticket, message, user_id, digest, key, sealed, media, width, height, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [id, ticket, message, userId, digest, key, sealed, media, width, height, new Date(at)],
  );
}

/** All of a ticket and of those merged into it, in the order in which they came. */
export async function filesOf(db: Queryable, ticket: string): Promise<readonly TicketFile[]> {
  const { rows } = await db.query<TicketFile>(
    `SELECT ${SHOWN} FROM support_file WHERE ticket IN (SELECT id FROM support_ticket WHERE id = $1 OR merged_into = $1) ORDER BY id`,
    [ticket],
  );
  return rows;
}

/** What there is already: files of the message and of the ticket, and whether this one is among those of the message. */
export async function countFiles(
  tx: PoolClient,
  of: { readonly ticket: string; readonly message: string; readonly digest: Buffer },
): Promise<{ readonly ofTicket: number; readonly ofMessage: number; readonly isThere: boolean }> {
  const { rows } = await tx.query<{ ofTicket: number; ofMessage: number; isThere: boolean }>(
    `SELECT count(*)::int AS "ofTicket", count(*) FILTER (WHERE message = $2)::int AS "ofMessage",
       coalesce(bool_or(message = $2 AND digest = $3), false) AS "isThere"
     FROM support_file WHERE ticket = $1`,
    [of.ticket, of.message, of.digest],
  );
  return rows[0] ?? { ofTicket: 0, ofMessage: 0, isThere: false };
}

/** A file with the key of its ticket; null: there is none. */
export async function findFile(
  db: Queryable,
  id: string,
): Promise<(Pick<SealedFile, 'key' | 'sealed' | 'media'> & { readonly keyId: string }) | null> {
  const { rows } = await db.query<Pick<SealedFile, 'key' | 'sealed' | 'media'> & { readonly keyId: string }>(
    `SELECT f.key, f.sealed, f.media, t.key_id AS "keyId" FROM support_file f JOIN support_ticket t ON t.id = f.ticket WHERE f.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}
