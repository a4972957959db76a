import type { PoolClient } from 'pg';
import { FIRST_PAYOUT_POLICY, type PayoutRule } from '#domain/cashier/payout-policy.ts';
import type { Queryable } from '#server/db/index.ts';

/** A revision of the policy, or a draft of one. Times in ms. */
export interface Policy {
  readonly id: string;
  /** null: a draft. */
  readonly revision: number | null;
  readonly rules: readonly PayoutRule[];
  /** null: the product itself. */
  readonly madeBy: string | null;
  readonly madeAt: number | null;
  readonly publishedAt: number | null;
}

/** Of the revision that stands in the code; no row has it. */
export const FIRST_ID = '00000000-0000-7000-8000-000000000001';
export const FIRST_POLICY: Policy = {
  id: FIRST_ID,
  revision: 1,
  rules: FIRST_PAYOUT_POLICY,
  madeBy: null,
  madeAt: null,
  publishedAt: null,
};

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;
const COLUMNS = `id, revision, rules, made_by AS "madeBy", ${ms('made_at')} AS "madeAt", ${ms('published_at')} AS "publishedAt"`;

/** The policy that holds: its newest revision. */
export async function currentPolicy(db: Queryable): Promise<Policy & { readonly revision: number }> {
  const { rows } = await db.query<Policy & { readonly revision: number }>(
    `SELECT ${COLUMNS} FROM payout_policy WHERE revision IS NOT NULL ORDER BY revision DESC LIMIT 1`,
  );
  return rows[0] ?? { ...FIRST_POLICY, revision: 1 };
}

/** A revision by its number; null: there is none. */
export async function findRevision(db: Queryable, revision: number): Promise<Policy | null> {
  if (revision === 1) return FIRST_POLICY;
  const { rows } = await db.query<Policy>(`SELECT ${COLUMNS} FROM payout_policy WHERE revision = $1`, [revision]);
  return rows[0] ?? null;
}

export async function findPolicy(db: Queryable, id: string): Promise<Policy | null> {
  if (id === FIRST_ID) return FIRST_POLICY;
  const { rows } = await db.query<Policy>(`SELECT ${COLUMNS} FROM payout_policy WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** A draft, held until the transaction ends; null: there is none, or it was published. */
export async function lockDraft(tx: PoolClient, id: string): Promise<Policy | null> {
  const { rows } = await tx.query<Policy>(
    `SELECT ${COLUMNS} FROM payout_policy WHERE id = $1 AND revision IS NULL FOR UPDATE`,
    [id],
  );
  return rows[0] ?? null;
}

/** Drafts and revisions, newest first; the first one is a row of the code, after the last. */
export async function pagePolicies(
  db: Queryable,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly Policy[]> {
  if (after === FIRST_ID) return [];
  const { rows } = await db.query<Policy>(
    `SELECT ${COLUMNS} FROM payout_policy WHERE $1::uuid IS NULL OR id < $1 ORDER BY id DESC LIMIT $2`,
    [after, limit],
  );
  return rows.length < limit ? [...rows, FIRST_POLICY] : rows;
}

export async function insertDraft(
  tx: PoolClient,
  draft: { readonly id: string; readonly rules: readonly PayoutRule[]; readonly madeBy: string; readonly now: number },
): Promise<void> {
  await tx.query('INSERT INTO payout_policy (id, rules, made_by, made_at) VALUES ($1, $2, $3, $4)', [
    draft.id,
    JSON.stringify(draft.rules),
    draft.madeBy,
    new Date(draft.now),
  ]);
}

export async function setRules(tx: PoolClient, id: string, rules: readonly PayoutRule[]): Promise<void> {
  await tx.query('UPDATE payout_policy SET rules = $2 WHERE id = $1', [id, JSON.stringify(rules)]);
}

export async function deleteDraft(tx: PoolClient, id: string): Promise<void> {
  await tx.query('DELETE FROM payout_policy WHERE id = $1 AND revision IS NULL', [id]);
}

/** Makes a draft the next revision; its number. */
export async function publishDraft(
  tx: PoolClient,
  { id, request, now }: { readonly id: string; readonly request: string; readonly now: number },
): Promise<number> {
  const { rows } = await tx.query<{ revision: number }>(
    `UPDATE payout_policy SET revision = greatest(1, (SELECT max(revision) FROM payout_policy)) + 1, request = $2, published_at = $3
     WHERE id = $1 AND revision IS NULL RETURNING revision`,
    [id, request, new Date(now)],
  );
  if (rows[0] === undefined) throw new Error(`the draft ${id} is not there`);
  return rows[0].revision;
}
