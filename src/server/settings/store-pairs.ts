import { PAIR_LIMITS, pairSettingOf, type PairLimit } from '#domain/settings/pair-settings.ts';
import type { Mode, Product } from '#domain/settings/modes.ts';
import type { Queryable } from '#server/db/index.ts';

/** A change of a limit of a pair, or of a mode. Times in ms. */
export type PairChange = {
  readonly id: string;
  readonly reason: string;
  readonly actor: string | null;
  readonly request: string | null;
  readonly madeAt: number;
  readonly fromAt: number;
} & (
  | { readonly limit: PairLimit; readonly value: bigint; readonly mode: null }
  | { readonly product: Product; readonly mode: Mode; readonly value: null }
);

interface Row {
  readonly kind: 's' | 'm';
  readonly no: string;
  readonly name: string;
  readonly value: string | null;
  readonly mode: Mode | null;
  readonly reason: string;
  readonly actor: string | null;
  readonly request: string | null;
  readonly made: number;
  readonly from: number;
}

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;

/** Both histories in one, newest first. `after`: id of the last change of the page before. */
export async function findChangesOfPair(
  db: Queryable,
  of: { readonly pair: string; readonly after: string | null; readonly limit: number },
): Promise<readonly PairChange[]> {
  const [at, no] = of.after?.split('.') ?? [];
  const { rows } = await db.query<Row>(
    `SELECT * FROM (
       SELECT 's' AS kind, no, name, value::text, NULL AS mode, reason, actor, request, ${ms('made_at')} AS made, ${ms('from_at')} AS from
       FROM setting_version WHERE name = ANY($1)
       UNION ALL
       SELECT 'm', no, product, NULL, mode, reason, actor, NULL, ${ms('made_at')}, ${ms('made_at')}
       FROM product_mode WHERE pair = $2 AND product = ANY(ARRAY['quick', 'scheduled', 'rounds'])) both_of
     WHERE $3::float8 IS NULL OR (made, kind || lpad(no::text, 15, '0')) < ($3, $4)
     ORDER BY made DESC, kind || lpad(no::text, 15, '0') DESC LIMIT $5`,
    [PAIR_LIMITS.map((limit) => pairSettingOf(limit, of.pair)), of.pair, at ?? null, no ?? null, of.limit],
  );
  return rows.map((row) => changeOf(row));
}

function changeOf({ kind, no, name, value, mode, made, from, ...rest }: Row): PairChange {
  const base = { ...rest, id: `${made}.${kind}${no.padStart(15, '0')}`, madeAt: made, fromAt: from };
  if (mode !== null) return { ...base, product: name as Product, mode, value: null };
  return { ...base, limit: name.slice(0, name.indexOf('.')) as PairLimit, value: BigInt(value ?? 0), mode: null };
}
