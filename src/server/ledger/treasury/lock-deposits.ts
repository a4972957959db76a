import type { PoolClient } from 'pg';

/** Holds what is deposited for a person until the transaction ends: two deposits at once would each find the whole room of a limit. */
export async function lockDeposits(tx: PoolClient, userId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('deposits ' || $1::text, 0))`, [userId]);
}
