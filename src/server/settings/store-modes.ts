import type { PoolClient } from 'pg';
import type { ModeRow } from '#domain/settings/modes.ts';
import type { Queryable } from '#server/db/index.ts';

/** A mode as it was set. Times in ms. */
export interface SetMode extends ModeRow {
  readonly reason: string;
  /** null: the shell. */
  readonly actor: string | null;
  readonly madeAt: number;
}

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;
const COLUMNS = `no, product, pair, mode, reason, actor, ${ms('made_at')} AS "madeAt", ${ms('until_at')} AS until`;

/** The mode that holds for each product and pair that ever had one. */
export async function findModes(db: Queryable): Promise<readonly SetMode[]> {
  const { rows } = await db.query<SetMode>(
    `SELECT DISTINCT ON (product, pair) ${COLUMNS} FROM product_mode ORDER BY product, pair, no DESC`,
  );
  return rows;
}

/** Newest first, below `before`. */
export async function findModeHistory(
  db: Queryable,
  of: { readonly product: string; readonly pair: string; readonly before: number | null; readonly limit: number },
): Promise<readonly (SetMode & { readonly no: string })[]> {
  const { rows } = await db.query<SetMode & { no: string }>(
    `SELECT ${COLUMNS} FROM product_mode WHERE product = $1 AND pair = $2 AND ($3::bigint IS NULL OR no < $3)
     ORDER BY no DESC LIMIT $4`,
    [of.product, of.pair, of.before, of.limit],
  );
  return rows;
}

export async function insertMode(tx: PoolClient, row: SetMode): Promise<void> {
  await tx.query(
    `INSERT INTO product_mode (product, pair, mode, reason, actor, made_at, until_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      row.product,
      row.pair,
      row.mode,
      row.reason,
      row.actor,
      new Date(row.madeAt),
      row.until === null ? null : new Date(row.until),
    ],
  );
}
