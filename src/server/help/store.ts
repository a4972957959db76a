import type { ArticleId, HelpReason } from '#domain/help/articles.ts';
import type { Queryable } from '#server/db/index.ts';

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

export async function countView(
  db: Queryable,
  { article, now }: { readonly article: ArticleId; readonly now: number },
) {
  await db.query(
    `INSERT INTO help_view_day (article, day, views) VALUES ($1, $2, 1)
     ON CONFLICT (day, article) DO UPDATE SET views = help_view_day.views + 1`,
    [article, dayOf(now)],
  );
}

export interface Verdict {
  readonly article: ArticleId;
  readonly language: string;
  readonly helped: boolean;
  /** null: it helped, or it was not said. */
  readonly reason: HelpReason | null;
}

export async function countVerdict(db: Queryable, verdict: Verdict & { readonly now: number }): Promise<void> {
  const { article, language, helped, reason, now } = verdict;
  await db.query(
    `INSERT INTO help_verdict_day (article, language, day, helped, reason, count) VALUES ($1, $2, $3, $4, $5, 1)
     ON CONFLICT (day, article, language, helped, reason) DO UPDATE SET count = help_verdict_day.count + 1`,
    [article, language, dayOf(now), helped, reason ?? ''],
  );
}

/** The most viewed since a moment (ms), most first. An article that is gone may be among them. */
export async function mostViewed(
  db: Queryable,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<readonly { readonly article: string; readonly views: number }[]> {
  const { rows } = await db.query<{ article: string; views: number }>(
    `SELECT article, sum(views)::int AS views FROM help_view_day WHERE day > $1
     GROUP BY article ORDER BY views DESC, article LIMIT $2`,
    [dayOf(since), limit],
  );
  return rows;
}

export interface ArticleFigures {
  readonly article: string;
  readonly views: number;
  readonly helped: number;
  readonly not: number;
  /** Reason -> how often. */
  readonly reasons: Readonly<Partial<Record<HelpReason, number>>>;
}

/** What is known of each article since a moment (ms). */
export async function figuresSince(db: Queryable, since: number): Promise<readonly ArticleFigures[]> {
  const { rows } = await db.query<ArticleFigures>(
    `SELECT article, coalesce(views, 0)::int AS views, coalesce(helped, 0)::int AS helped, coalesce("not", 0)::int AS "not",
       coalesce(reasons, '{}') AS reasons
     FROM (SELECT article, sum(views) AS views FROM help_view_day WHERE day > $1 GROUP BY article) seen
     FULL JOIN (
       SELECT article, sum(helped) AS helped, sum("not") AS "not", jsonb_object_agg(reason, "not") FILTER (WHERE reason <> '') AS reasons
       FROM (
         SELECT article, reason, coalesce(sum(count) FILTER (WHERE helped), 0) AS helped,
           coalesce(sum(count) FILTER (WHERE NOT helped), 0) AS "not"
         FROM help_verdict_day WHERE day > $1 GROUP BY article, reason
       ) by_reason GROUP BY article
     ) said USING (article)`,
    [dayOf(since)],
  );
  return rows;
}

/** Forgets the days before a moment (ms). */
export async function forgetBefore(db: Queryable, before: number): Promise<void> {
  await db.query('DELETE FROM help_view_day WHERE day < $1', [dayOf(before)]);
  await db.query('DELETE FROM help_verdict_day WHERE day < $1', [dayOf(before)]);
}
