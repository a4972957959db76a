import type { PoolClient } from 'pg';
import type { PostTag } from '#domain/blog/posts.ts';
import type { Queryable } from '#server/db/index.ts';
import type { PostText } from './contract.ts';

/** A post without its texts; times in ms. */
export interface Post {
  readonly id: string;
  readonly slug: string;
  readonly tags: readonly PostTag[];
  readonly author: string;
  readonly publishAt: number | null;
  readonly madeAt: number;
}

/** A post with its text in the language asked for, or in English; `languages`: all it is written in. */
export interface ShownPost extends Post, PostText {
  readonly language: string;
  readonly languages: readonly string[];
}

export interface PostPicture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

const POST = `p.id, p.slug, p.tags, p.author, (extract(epoch FROM p.publish_at) * 1000)::float8 AS "publishAt",
  (extract(epoch FROM p.made_at) * 1000)::float8 AS "madeAt"`;

/** $1: the language. Of several texts the one in it goes before English. */
const SHOWN = `SELECT ${POST}, t.language, t.title, t.summary, t.body,
    (SELECT array_agg(language ORDER BY language) FROM blog_text WHERE post = p.id) AS languages
  FROM blog_post p JOIN LATERAL (
    SELECT * FROM blog_text WHERE post = p.id AND language IN ($1, 'en') ORDER BY language = $1 DESC LIMIT 1
  ) t ON true`;

/** Those that are public at a moment (ms), the newest first. */
export async function publicPosts(
  db: Queryable,
  asked: { readonly language: string; readonly tag: PostTag | null; readonly now: number; readonly limit: number },
): Promise<readonly ShownPost[]> {
  const { rows } = await db.query<ShownPost>(
    `${SHOWN} WHERE p.publish_at <= $2 AND ($3::text IS NULL OR $3 = ANY(p.tags))
     ORDER BY p.publish_at DESC, p.id DESC LIMIT $4`,
    [asked.language, new Date(asked.now), asked.tag, asked.limit],
  );
  return rows;
}

export async function publicPost(
  db: Queryable,
  asked: { readonly slug: string; readonly language: string; readonly now: number },
): Promise<ShownPost | null> {
  const { rows } = await db.query<ShownPost>(`${SHOWN} WHERE p.publish_at <= $2 AND p.slug = $3`, [
    asked.language,
    new Date(asked.now),
    asked.slug,
  ]);
  return rows[0] ?? null;
}

export async function findPost(db: Queryable, id: string): Promise<Post | null> {
  const { rows } = await db.query<Post>(`SELECT ${POST} FROM blog_post p WHERE p.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Held until the transaction ends. */
export async function lockPost(tx: PoolClient, id: string): Promise<Post | null> {
  const { rows } = await tx.query<Post>(`SELECT ${POST} FROM blog_post p WHERE p.id = $1 FOR UPDATE`, [id]);
  return rows[0] ?? null;
}

/** false: the address is taken. */
export async function insertPost(tx: PoolClient, post: Omit<Post, 'publishAt'>): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO blog_post (id, slug, tags, author, made_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (slug) DO NOTHING`,
    [post.id, post.slug, post.tags, post.author, new Date(post.madeAt)],
  );
  return rowCount === 1;
}

export async function setPublishAt(tx: PoolClient, id: string, at: number | null): Promise<void> {
  await tx.query('UPDATE blog_post SET publish_at = $2 WHERE id = $1', [id, at === null ? null : new Date(at)]);
}

export async function setDetails(
  tx: PoolClient,
  { id, tags, author }: Pick<Post, 'id' | 'tags' | 'author'>,
): Promise<void> {
  await tx.query('UPDATE blog_post SET tags = $2, author = $3 WHERE id = $1', [id, tags, author]);
}

export async function putText(
  tx: PoolClient,
  text: PostText & { readonly post: string; readonly language: string; readonly now: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO blog_text (post, language, title, summary, body, changed_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (post, language) DO UPDATE
       SET title = EXCLUDED.title, summary = EXCLUDED.summary, body = EXCLUDED.body, changed_at = EXCLUDED.changed_at`,
    [text.post, text.language, text.title, text.summary, text.body, new Date(text.now)],
  );
}

export async function textsOf(
  db: Queryable,
  post: string,
): Promise<readonly (PostText & { readonly language: string })[]> {
  const { rows } = await db.query<PostText & { language: string }>(
    'SELECT language, title, summary, body FROM blog_text WHERE post = $1 ORDER BY language',
    [post],
  );
  return rows;
}

/** Newest first, after a row: for staff. `title`: the English one, null while there is none. */
export async function deskPosts(
  db: Queryable,
  asked: { readonly after: string | null; readonly limit: number },
): Promise<readonly (Post & { readonly title: string | null; readonly languages: number })[]> {
  const { rows } = await db.query<Post & { title: string | null; languages: number }>(
    `SELECT ${POST}, (SELECT title FROM blog_text WHERE post = p.id AND language = 'en') AS title,
       (SELECT count(*)::int FROM blog_text WHERE post = p.id) AS languages
     FROM blog_post p WHERE $1::uuid IS NULL OR p.id < $1 ORDER BY p.id DESC LIMIT $2`,
    [asked.after, asked.limit],
  );
  return rows;
}

export async function picturesOf(db: Queryable, post: string): Promise<readonly PostPicture[]> {
  const { rows } = await db.query<PostPicture>(
    'SELECT name, width, height FROM blog_picture WHERE post = $1 ORDER BY made_at, name',
    [post],
  );
  return rows;
}

export async function insertPicture(
  tx: PoolClient,
  picture: PostPicture & { readonly post: string; readonly bytes: Buffer; readonly now: number },
): Promise<void> {
  const { name, post, width, height, bytes, now } = picture;
  await tx.query(
    'INSERT INTO blog_picture (name, post, width, height, bytes, made_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [name, post, width, height, bytes, new Date(now)],
  );
}

const NAME = /^[0-9a-f]{32}$/;

/** The bytes of a picture, a WebP; null where there is none of that name, or it is no name. */
export async function pictureBytes(db: Queryable, name: string): Promise<Buffer | null> {
  if (!NAME.test(name)) return null;
  const { rows } = await db.query<{ bytes: Buffer }>('SELECT bytes FROM blog_picture WHERE name = $1', [name]);
  return rows[0]?.bytes ?? null;
}
