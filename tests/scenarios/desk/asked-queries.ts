/** What the database is asked while something runs, and how it answers each question. */
import pg from 'pg';
import type { Pool } from 'pg';

export interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Every question of this process from now on goes into `into` too. Call what it returns to end that. */
export function listen(into: (one: Asked) => void): () => void {
  const { prototype } = pg.Client;
  const real = Reflect.get(prototype, 'query') as (this: unknown, ...all: unknown[]) => unknown;
  const heard = function (this: unknown, ...all: unknown[]): unknown {
    const [first, second] = all;
    const config = typeof first === 'object' && first !== null ? (first as { text?: unknown; values?: unknown }) : null;
    const text = config === null ? first : config.text;
    const values = (config?.values ?? (Array.isArray(second) ? second : [])) as readonly unknown[];
    if (typeof text === 'string') into({ text, values });
    return Reflect.apply(real, this, all);
  };
  Reflect.set(prototype, 'query', heard);
  return () => {
    Reflect.set(prototype, 'query', real);
  };
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** How much of a table a question looks at. */
export interface Looked {
  readonly table: string;
  /** The index that it goes by; null: the whole table. */
  readonly by: string | null;
  readonly rows: number;
}

/** Tries a question again and tells how many rows of which tables it looked at; what it changes is undone. */
export async function lookedAt(pool: Pool, { text, values }: Asked): Promise<readonly Looked[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
      [...values],
    );
    return flat(rows[0]?.['QUERY PLAN'][0]?.Plan);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

function flat(node: PlanNode | undefined): readonly Looked[] {
  if (node === undefined) return [];
  const { 'Relation Name': table, 'Index Name': by = null, Plans = [] } = node;
  const rows = ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1);
  return [...(table === undefined ? [] : [{ table, by, rows }]), ...Plans.flatMap(flat)];
}
