import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** A browser as one person's: the SHA-256 of the mark that it was given for them, and what all marks of the browser have in common. */
export interface Device {
  readonly userId: string;
  readonly hash: Buffer;
  readonly browser: string;
}

/** `forgotten`: the person's password was reset elsewhere since; it makes them known no longer. */
export interface FoundDevice extends Device {
  readonly forgotten: boolean;
}

/** Whose the marks with these hashes are; one that was never given is not there. */
export async function findDevices(db: Queryable, hashes: readonly Buffer[]): Promise<readonly FoundDevice[]> {
  const { rows } = await db.query<FoundDevice>(
    `SELECT user_id AS "userId", cookie_hash AS hash, browser, forgotten_at IS NOT NULL AS forgotten
     FROM device WHERE cookie_hash = ANY($1::bytea[])`,
    [hashes],
  );
  return rows;
}

/** Did the person ever come with a browser, be it forgotten since? */
export async function hasDevice(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await db.query('SELECT 1 FROM device WHERE user_id = $1 LIMIT 1', [userId]);
  return rows.length > 0;
}

/** Makes a browser known with a person, or notes that it came again. `now`: ms. */
export async function touchDevice(
  tx: PoolClient,
  { device, userAgent, now }: { readonly device: Device; readonly userAgent: string | null; readonly now: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO device (user_id, cookie_hash, browser, user_agent, first_seen_at, last_seen_at) VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (user_id, cookie_hash) DO UPDATE SET last_seen_at = EXCLUDED.last_seen_at, user_agent = EXCLUDED.user_agent`,
    [device.userId, device.hash, device.browser, userAgent, new Date(now)],
  );
}

/** Makes every browser of a person unknown but the one with the mark `except`; null: every one. `now`: ms. */
export async function forgetDevices(
  tx: PoolClient,
  { userId, except, now }: { readonly userId: string; readonly except: Buffer | null; readonly now: number },
): Promise<void> {
  await tx.query(
    `UPDATE device SET forgotten_at = $3
     WHERE user_id = $1 AND forgotten_at IS NULL AND ($2::bytea IS NULL OR cookie_hash <> $2)`,
    [userId, except, new Date(now)],
  );
}
