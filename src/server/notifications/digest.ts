import type { Pool } from 'pg';
import { usdt } from '#domain/money.ts';
import { moneyWords } from '#protocol/codecs.ts';
import type { Config } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { mailLocaleOf, type Mail } from '#server/mail/index.ts';
import type { Vault } from '#server/vault/index.ts';
import { findContact } from './store.ts';
import { claimDigest, listDigests, type DayOfPerson } from './store-digest.ts';
import { DAY_MS } from '#domain/time.ts';

export interface DigestParts {
  readonly config: Pick<Config, 'origins'>;
  readonly db: Pool;
  readonly mail: Pick<Mail, 'send'>;
  readonly vault: Pick<Vault, 'open'>;
}

/** Mails the results of the UTC day before `now` (ms) to those who asked for it, once each. Returns how many went out. */
export async function sendDigests(parts: DigestParts, now: number): Promise<number> {
  const to = Math.floor(now / DAY_MS) * DAY_MS;
  const day = { from: to - DAY_MS, to, date: new Date(to - DAY_MS).toISOString().slice(0, 10) };
  let sent = 0;
  for (const person of await listDigests(parts.db, day)) sent += (await sendOne(parts, person, day.date)) ? 1 : 0;
  return sent;
}

function sendOne({ config, db, mail, vault }: DigestParts, person: DayOfPerson, date: string): Promise<boolean> {
  const { userId, right, wrong, returned, result } = person;
  return transaction(db, async (tx) => {
    const contact = await findContact(tx, userId);
    const to = contact === null ? null : await vault.open(tx, userId, contact.sealed);
    if (contact === null || to === null || !(await claimDigest(tx, { userId, date }))) return false;
    await mail.send(tx, {
      userId,
      to,
      kind: 'prediction_digest',
      language: contact.language,
      values: {
        right: String(right),
        wrong: String(wrong),
        returned: String(returned),
        result: moneyWords(usdt(BigInt(result))),
        link: `${config.origins.main}/${mailLocaleOf(contact.language)}/trading-history`,
      },
    });
    return true;
  });
}
