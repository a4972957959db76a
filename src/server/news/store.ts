import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';
import type { Marks } from './fetch-feed.ts';
import type { FeedItem } from './read-items.ts';

/** What is known of a feed; times in ms. */
export interface FeedState extends Marks {
  readonly id: string;
  readonly isOff: boolean;
  readonly language: string | null;
  readonly triedAt: number | null;
  readonly readAt: number | null;
  readonly failure: string | null;
}

export async function addFeeds(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query('INSERT INTO news_feed (id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [ids]);
}

export async function feedStates(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, FeedState>> {
  const { rows } = await db.query<
    Omit<FeedState, 'triedAt' | 'readAt'> & { readonly triedAt: Date | null; readonly readAt: Date | null }
  >(
    `SELECT id, is_off AS "isOff", language, tried_at AS "triedAt", read_at AS "readAt", failure, etag, modified
     FROM news_feed WHERE id = ANY($1)`,
    [ids],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, triedAt: row.triedAt?.getTime() ?? null, readAt: row.readAt?.getTime() ?? null },
    ]),
  );
}

/** Locks the feed and says whether it is switched off; null: it is not known. */
export async function lockFeed(tx: PoolClient, id: string): Promise<{ readonly isOff: boolean } | null> {
  const { rows } = await tx.query<{ isOff: boolean }>(
    'SELECT is_off AS "isOff" FROM news_feed WHERE id = $1 FOR UPDATE',
    [id],
  );
  return rows[0] ?? null;
}

export async function switchFeed(tx: PoolClient, { id, isOff }: Pick<FeedState, 'id' | 'isOff'>): Promise<void> {
  await tx.query('UPDATE news_feed SET is_off = $2 WHERE id = $1', [id, isOff]);
}

/** A try that failed. What is known of the feed stays. */
export async function noteFailure(
  db: Queryable,
  { id, now, failure }: { readonly id: string; readonly now: number; readonly failure: string },
): Promise<void> {
  await db.query('UPDATE news_feed SET tried_at = $2, failure = $3 WHERE id = $1', [id, new Date(now), failure]);
}

/** It answered; `fresh` null: with nothing new. */
export async function noteRead(
  db: Queryable,
  {
    id,
    now,
    fresh,
  }: {
    readonly id: string;
    readonly now: number;
    readonly fresh: (Marks & { readonly language: string | null }) | null;
  },
): Promise<void> {
  await db.query('UPDATE news_feed SET tried_at = $2, read_at = $2, failure = NULL WHERE id = $1', [id, new Date(now)]);
  if (fresh === null) return;
  await db.query('UPDATE news_feed SET language = $2, etag = $3, modified = $4 WHERE id = $1', [
    id,
    fresh.language,
    fresh.etag,
    fresh.modified,
  ]);
}

export interface StoredItem {
  readonly id: string;
  readonly feed: string;
  readonly title: string;
  readonly summary: string;
  readonly link: string | null;
  readonly pairs: readonly string[];
  /** ms. */
  readonly at: number;
  readonly story: string;
}

/** Items of these feeds since a moment (ms), the newest first. */
export async function itemsSince(
  db: Queryable,
  { feeds, since, limit }: { readonly feeds: readonly string[] | null; readonly since: number; readonly limit: number },
): Promise<readonly StoredItem[]> {
  const { rows } = await db.query<Omit<StoredItem, 'at'> & { readonly at: Date }>(
    `SELECT id, feed, title, summary, link, pairs, at, story FROM news_item
     WHERE ($1::text[] IS NULL OR feed = ANY($1)) AND at > $2 ORDER BY at DESC, id DESC LIMIT $3`,
    [feeds, new Date(since), limit],
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

/** Nobody else adds items until the transaction ends: which story an item belongs to is found among those that are there. */
export async function lockItems(tx: PoolClient): Promise<void> {
  await tx.query('LOCK TABLE news_item IN SHARE ROW EXCLUSIVE MODE');
}

/** What a feed calls the items that we have of it, as hex. */
export async function knownGuids(
  tx: PoolClient,
  { feed, guids }: { readonly feed: string; readonly guids: readonly Buffer[] },
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ guid: Buffer }>('SELECT guid FROM news_item WHERE feed = $1 AND guid = ANY($2)', [
    feed,
    guids,
  ]);
  return new Set(rows.map(({ guid }) => guid.toString('hex')));
}

export async function insertItem(
  tx: PoolClient,
  item: FeedItem & { readonly id: string; readonly feed: string; readonly story: string },
): Promise<void> {
  const { id, feed, guid, title, summary, link, pairs, at, story } = item;
  await tx.query(
    `INSERT INTO news_item (id, feed, guid, title, summary, link, pairs, at, story) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, feed, guid, title, summary, link, pairs, new Date(at), story],
  );
}

/** A source may correct what it wrote. */
export async function correctItem(tx: PoolClient, feed: string, item: FeedItem): Promise<void> {
  const { guid, title, summary, link, pairs } = item;
  await tx.query(
    `UPDATE news_item SET title = $3, summary = $4, link = $5, pairs = $6
     WHERE feed = $1 AND guid = $2 AND (title, summary) IS DISTINCT FROM ($3, $4)`,
    [feed, guid, title, summary, link, pairs],
  );
}

export async function forgetItems(db: Queryable, before: number): Promise<void> {
  await db.query('DELETE FROM news_item WHERE at < $1', [new Date(before)]);
}
