import type { PoolClient } from 'pg';
import { transaction, type Queryable } from '#server/db/index.ts';
import { MAIL_KINDS } from './kinds.ts';
import type { MailParts } from './mail.ts';

type Parts = Pick<MailParts, 'db' | 'clock' | 'vault'>;

/** The word of a person that stands in each mail to them; null: they chose none. */
export async function wordOf({ vault }: Pick<Parts, 'vault'>, db: Queryable, userId: string): Promise<string | null> {
  const { rows } = await db.query<{ word: Buffer }>('SELECT word FROM mail_word WHERE user_id = $1', [userId]);
  return rows[0] === undefined ? null : vault.open(db, userId, rows[0].word);
}

/** What a mail may say of it: not to an address that nobody has proved to be the person's. */
export function wordFor(
  parts: Pick<Parts, 'vault'>,
  tx: PoolClient,
  { userId, kind }: { readonly userId: string; readonly kind: keyof typeof MAIL_KINDS },
): Promise<string | null> {
  return 'unproven' in MAIL_KINDS[kind] ? Promise.resolve(null) : wordOf(parts, tx, userId);
}

/** `word` null: mails have none from now on. */
export function setWord(
  { db, clock, vault }: Parts,
  { userId, word }: { readonly userId: string; readonly word: string | null },
): Promise<void> {
  return transaction(db, async (tx) => {
    if (word === null) {
      await tx.query('DELETE FROM mail_word WHERE user_id = $1', [userId]);
      return;
    }
    const sealed = await vault.seal(tx, userId, word);
    await tx.query(
      `INSERT INTO mail_word (user_id, word, set_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET word = EXCLUDED.word, set_at = EXCLUDED.set_at`,
      [userId, sealed, new Date(clock.now())],
    );
  });
}
