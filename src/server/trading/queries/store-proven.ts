import type { Queryable } from '#server/db/index.ts';
import { REALM_NO, type Realm } from '#domain/realm.ts';

/** What proofs have changed in rows of the engine. */
export const provenRows = {
  /** A correction has taken a settled prediction back. Throws when it is not settled. */
  markCorrected: async (
    tx: Queryable,
    { id, realm }: { readonly id: string; readonly realm: Realm },
  ): Promise<void> => {
    const { rowCount } = await tx.query(
      `UPDATE prediction SET state = 'CORRECTED' WHERE id = $1 AND realm = $2 AND state = 'SETTLED'`,
      [id, REALM_NO[realm]],
    );
    if (rowCount !== 1) throw new Error(`prediction ${id} is not settled`);
  },

  /** Empties the ticks of settled predictions: they are in their receipts. */
  dropTicks: async (tx: Queryable, ids: readonly string[]): Promise<void> => {
    await tx.query(
      'UPDATE prediction SET entry_records = NULL WHERE id = ANY($1::uuid[]) AND entry_records IS NOT NULL',
      [ids],
    );
    await tx.query(
      'UPDATE settlement SET exit_records = NULL WHERE prediction_id = ANY($1::uuid[]) AND exit_records IS NOT NULL',
      [ids],
    );
  },

  /** Empties the news of batches above one and up to another. */
  dropFacts: async (tx: Queryable, span: { readonly above: number; readonly upto: number }): Promise<void> => {
    await tx.query(`UPDATE batch SET facts = '{}' WHERE shard = 0 AND no > $1 AND no <= $2 AND facts <> '{}'`, [
      span.above,
      span.upto,
    ]);
  },
};
