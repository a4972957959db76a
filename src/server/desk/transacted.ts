import type { Pool } from 'pg';
import { transaction } from '#server/db/index.ts';
import type { ActSeat } from './contract.ts';

/** `run` and `within` of an act that is one transaction and nothing besides. */
export function transacted(
  db: Pool,
  within: NonNullable<ActSeat['within']>,
): Pick<ActSeat, 'run'> & { readonly within: typeof within } {
  return { within, run: (act) => transaction(db, (tx) => within(tx, act)) };
}
