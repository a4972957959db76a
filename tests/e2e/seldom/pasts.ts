import type { Pool } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { LegalDocument } from '#domain/privacy/documents.ts';
import { DAY_MS } from '#domain/time.ts';
import { transaction } from '#server/db/index.ts';
import { letNameThrough } from '#server/verification/index.ts';

/** What takes longer than a test may wait, or another version of the product, is written down as if it had been. */
interface Past {
  readonly person: { readonly id: string };
}

/** The play session that goes on began so many minutes ago, and no reminder has been answered since. */
export async function played(db: Pool, { person, minutes }: Past & { readonly minutes: number }): Promise<void> {
  const at = [person.id, `${minutes} minutes 5 seconds`];
  const { rowCount } = await db.query(
    `UPDATE play_session SET from_at = now() - $2::interval
     WHERE user_id = $1 AND seen_at = (SELECT max(seen_at) FROM play_session WHERE user_id = $1)`,
    at,
  );
  if (rowCount !== 1) throw new Error('there is no play session');
  await db.query('UPDATE responsible_play SET reality_seen_at = now() - $2::interval WHERE user_id = $1', at);
}

/** The newest yes to these texts was to a version of 2020. */
export async function agreedToOldTexts(
  db: Pool,
  { person, documents }: Past & { readonly documents: readonly LegalDocument[] },
): Promise<void> {
  const { rowCount } = await db.query(
    `INSERT INTO consent (id, user_id, document, version, hash, choice, language, at)
     SELECT gen_random_uuid(), user_id, document, '2020-01-01', hash, choice, language, now() FROM consent
     WHERE user_id = $1 AND document = ANY($2)`,
    [person.id, documents],
  );
  if (rowCount !== documents.length) throw new Error(`${rowCount} texts`);
}

/** The mailbox is confirmed and the name was looked at: nothing holds real money back. */
export async function approved(db: Pool, { person }: Past): Promise<void> {
  const { rowCount } = await db.query('UPDATE app_user SET email_confirmed_at = now() WHERE id = $1', [person.id]);
  if (rowCount !== 1) throw new Error('there is no such person');
  await transaction(db, (tx) => letNameThrough(tx, person.id));
}

/** So many notifications, a day apart: equal ones of a day are one row. */
export async function told(db: Pool, { person, count }: Past & { readonly count: number }): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const at = new Date(Date.now() - (count - index) * DAY_MS);
    await db.query(
      `INSERT INTO notification (id, user_id, kind, at, details, source, told) VALUES ($1, $2, 'avatar_ready', $3, '{}', $4, true)`,
      [uuidv7(), person.id, at, `e2e ${index}`],
    );
  }
}
